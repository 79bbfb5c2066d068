#!/bin/sh
# A million games of NoGo by an array job: each task makes its shard, and repeating a task that failed costs nothing that is there.
#
# usage: sbatch --array=0-99 examples/array_job.sh FOLDER      (or: for k in $(seq 0 99); do SLURM_ARRAY_TASK_ID=$k ...; done)
#SBATCH --cpus-per-task=1
set -eu
exec stonemask-shards generate nogo --games 1000000 --seed 1 --policy search --playouts 50 --shards 100 --out "$1"
