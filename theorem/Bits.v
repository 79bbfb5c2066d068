(** Sets of squares in 63-bit numbers, and the moves of Checker.v on them, are those of the rules. *)

From Coq Require Import ZArith List Lia Bool Ascii Uint63.
From Othello Require Import Rules Facts Checker.
Import ListNotations.
Local Open Scope Z_scope.

Section Bits.

Variable n : Z.
Hypothesis small : 1 <= n <= 7.

(** ** Sets of squares *)

Definition has (x : int) (s : square) : bool := bit x (place n s).

Lemma place_spec s : on_board n s -> to_Z (place n s) = index n s /\ 0 <= index n s < 49.
Proof.
  destruct s as [r c]; cbn [fst snd]. intros [Hr Hc].
  unfold place, index; cbn [fst snd]. assert (H : 0 <= r * n + c < 49) by nia.
  split; [|exact H]. rewrite of_Z_spec. apply Z.mod_small.
  change wB with 9223372036854775808. lia.
Qed.

Lemma place_injective s t : on_board n s -> on_board n t -> place n s = place n t -> s = t.
Proof.
  intros Hs Ht E. destruct (place_spec s Hs) as [Es _], (place_spec t Ht) as [Et _].
  rewrite E, Et in Es. unfold index in Es. destruct s as [r c], t as [r' c']; cbn [fst snd] in *.
  destruct Hs, Ht. assert (r = r') by nia. assert (c = c') by nia. congruence.
Qed.

Lemma bit_mask s i : on_board n s -> bit (mask n s) i = true <-> place n s = i.
Proof.
  intros Hs. destruct (place_spec s Hs) as [E B]. unfold mask.
  rewrite bitE, lsl_spec. change (to_Z 1) with 1. rewrite Z.mul_1_l, Z.mod_small.
  - rewrite Z.pow2_bits_eqb by lia. rewrite Z.eqb_eq. split; [apply to_Z_inj|congruence].
  - split; [apply Z.pow_nonneg; lia|]. change wB with (2 ^ 63). apply Z.pow_lt_mono_r; lia.
Qed.

Lemma has_mask s t : on_board n s -> on_board n t -> has (mask n s) t = true <-> t = s.
Proof.
  intros Hs Ht. unfold has. rewrite bit_mask by assumption. split; [|congruence].
  intros E. symmetry. now apply place_injective.
Qed.

Lemma has_lor x y s : has (x lor y) s = has x s || has y s.
Proof. apply lor_spec. Qed.

Lemma has_without x y s : has (without x y) s = has x s && negb (has y s).
Proof. unfold has, without. rewrite lxor_spec, land_spec. destruct (bit x _), (bit y _); reflexivity. Qed.

Lemma has_0 s : has 0 s = false.
Proof. apply bit_0. Qed.

Lemma test x s : on_board n s -> (x land mask n s =? 0)%uint63 = negb (has x s).
Proof.
  intros Hs. destruct (has x s) eqn:E; cbn.
  - apply eqb_false_complete. intros H. pose proof (has_0 s) as H0. rewrite <- H in H0. unfold has in *.
    rewrite land_spec, E in H0. cbn in H0. rewrite (proj2 (bit_mask s _ Hs)) in H0; congruence.
  - apply eqb_complete, bit_ext. intros i. rewrite land_spec, bit_0. fold (mask n s).
    destruct (bit (mask n s) i) eqn:M; [|apply andb_false_r]. apply bit_mask in M; [|assumption]. subst i.
    unfold has in E. now rewrite E.
Qed.

Lemma is_on_board_spec s : is_on_board n s = true <-> on_board n s.
Proof. destruct s; unfold is_on_board, on_board; cbn [fst snd]. lia. Qed.

(** ** Sets that move *)

Lemma index_injective s t : on_board n s -> on_board n t -> index n s = index n t -> s = t.
Proof. intros Hs Ht E. apply place_injective; [assumption..|]. unfold place. now rewrite E. Qed.

Lemma set_spec l i : (forall s, In s l -> on_board n s) ->
  (bit (set_of n l) i = true <-> exists s, In s l /\ place n s = i).
Proof.
  intros Hl. unfold set_of.
  assert (H : forall found, bit (fold_left (fun x s => (x lor mask n s)%uint63) l found) i = true <->
    bit found i = true \/ exists s, In s l /\ place n s = i).
  { induction l as [|s l IH]; intros found; cbn [fold_left].
    - split; [auto|]. intros [?|(s & [] & _)]; assumption.
    - rewrite IH by (intros; apply Hl; now right). rewrite lor_spec, orb_true_iff, bit_mask by (apply Hl; now left).
      split.
      + intros [[?|?]|(t & ? & ?)]; [auto| |]; right; [exists s|exists t]; (split; [|assumption]); [now left|now right].
      + intros [?|(t & [<-|?] & ?)]; [auto|auto|]. right. exists t. auto. }
  rewrite H, bit_0. intuition discriminate.
Qed.

Section Moving.

Variable l : list square.
Variable f : square -> square.
Hypothesis on : forall s, In s l -> on_board n s /\ on_board n (f s).

Lemma up_spec k x t : 0 <= k < 49 -> on_board n t ->
  (has (move (up n l f k) x) t = true <->
   exists s, In s l /\ index n (f s) - index n s = k /\ has x s = true /\ t = f s).
Proof.
  intros Hk Ht. unfold has, up, move. destruct (place_spec t Ht) as [Et Bt].
  assert (Ek : to_Z (of_Z k) = k).
  { rewrite of_Z_spec. apply Z.mod_small. change wB with 9223372036854775808. lia. }
  rewrite bit_lsl.
  assert (Hset : forall i, bit (set_of n (filter (fun s => index n (f s) - index n s =? k) l)) i = true <->
    exists s, In s (filter (fun s => index n (f s) - index n s =? k) l) /\ place n s = i).
  { intros i. apply set_spec. intros s Hs. apply filter_In in Hs as [Hs _]. now apply on. }
  destruct (place n t <? of_Z k)%uint63 eqn:E1.
  { apply ltb_spec in E1. rewrite Et, Ek in E1. cbn. split; [discriminate|]. intros (s & Hs & Hd & _ & ->).
    destruct (on s Hs) as [Hs' _]. apply place_spec in Hs' as [_ B]. lia. }
  assert (Hge : k <= index n t).
  { destruct (Z_lt_le_dec (index n t) k) as [H|]; [|assumption].
    rewrite <- Et, <- Ek in H. apply ltb_spec in H. congruence. }
  destruct (Uint63.digits <=? place n t)%uint63 eqn:E2.
  { apply leb_spec in E2. rewrite Et in E2. change (to_Z Uint63.digits) with 63 in E2. lia. }
  cbn [orb]. rewrite land_spec, andb_true_iff, Hset.
  assert (Ej : to_Z (place n t - of_Z k) = index n t - k).
  { rewrite sub_spec, Et, Ek. apply Z.mod_small. change wB with 9223372036854775808. lia. }
  split.
  - intros [Hx (s & Hs & E)]. apply filter_In in Hs as [Hs Hd]. destruct (on s Hs) as [Hs' Hf].
    exists s. split; [assumption|]. split; [lia|]. split; [now rewrite E|].
    apply index_injective; [assumption..|]. destruct (place_spec s Hs') as [Es _]. rewrite E, Ej in Es. lia.
  - intros (s & Hs & Hd & Hx & ->). destruct (on s Hs) as [Hs' Hf].
    assert (E : place n s = (place n (f s) - of_Z k)%uint63).
    { apply to_Z_inj. rewrite Ej. destruct (place_spec s Hs') as [Es _]. lia. }
    rewrite <- E. split; [assumption|]. exists s. split; [|reflexivity]. apply filter_In. split; [assumption|lia].
Qed.

Lemma down_spec k x t : 0 <= k < 49 -> on_board n t ->
  (has (move (down n l f k) x) t = true <->
   exists s, In s l /\ index n s - index n (f s) = k /\ has x s = true /\ t = f s).
Proof.
  intros Hk Ht. unfold has, down, move. destruct (place_spec t Ht) as [Et Bt].
  assert (Ek : to_Z (of_Z k) = k).
  { rewrite of_Z_spec. apply Z.mod_small. change wB with 9223372036854775808. lia. }
  assert (Ej : to_Z (of_Z k + place n t) = k + index n t).
  { rewrite add_spec, Et, Ek. apply Z.mod_small. change wB with 9223372036854775808. lia. }
  rewrite bit_lsr. replace (place n t <=? of_Z k + place n t)%uint63 with true.
  2: { symmetry. apply leb_spec. rewrite Ej, Et. lia. }
  rewrite land_spec, andb_true_iff, set_spec.
  2: { intros s Hs. apply filter_In in Hs as [Hs _]. now apply on. }
  split.
  - intros [Hx (s & Hs & E)]. apply filter_In in Hs as [Hs Hd]. destruct (on s Hs) as [Hs' Hf].
    exists s. split; [assumption|]. split; [lia|]. split; [now rewrite E|].
    apply index_injective; [assumption..|]. destruct (place_spec s Hs') as [Es _]. rewrite E, Ej in Es. lia.
  - intros (s & Hs & Hd & Hx & ->). destruct (on s Hs) as [Hs' Hf].
    assert (E : place n s = (of_Z k + place n (f s))%uint63).
    { apply to_Z_inj. rewrite Ej. destruct (place_spec s Hs') as [Es _]. lia. }
    rewrite <- E. split; [assumption|]. exists s. split; [|reflexivity]. apply filter_In. split; [assumption|lia].
Qed.

Lemma picture_groups gs x t : forall found, has (picture_of gs x found) t = true <->
  has found t = true \/ exists g, In g gs /\ has (move g x) t = true.
Proof.
  induction gs as [|g gs IH]; intros found; cbn [picture_of].
  - split; [auto|]. intros [?|(g & [] & _)]; assumption.
  - rewrite IH, has_lor, orb_true_iff. split.
    + intros [[?|?]|(g' & ? & ?)]; [auto| |]; right; [exists g|exists g']; (split; [|assumption]); [now left|now right].
    + intros [?|(g' & [<-|?] & ?)]; [auto|auto|]. right. exists g'. auto.
Qed.

Lemma some g x t : has (move g x) t = true -> moves_some g = true.
Proof.
  unfold has, move, moves_some. destruct g as [from k|from k]; destruct (from =? 0)%uint63 eqn:E; try reflexivity;
    apply eqb_correct in E; subst from; rewrite land0_r.
  - rewrite bit_lsl, bit_0. destruct (_ || _)%bool; discriminate.
  - rewrite bit_lsr, bit_0. destruct (_ <=? _)%uint63; discriminate.
Qed.

Lemma moving_spec x t : on_board n t ->
  (has (picture_of (moving n l f) x 0) t = true <-> exists s, In s l /\ has x s = true /\ t = f s).
Proof.
  intros Ht. rewrite picture_groups, has_0. unfold moving.
  assert (N : n * n <= 49) by nia.
  split.
  - intros [?|(g & Hg & Hx)]; [discriminate|].
    apply in_app_iff in Hg as [Hg|Hg]; apply filter_In in Hg as [Hg _]; apply in_map_iff in Hg as (k & <- & Hk).
    + apply in_map_iff in Hk as (i & <- & Hi). apply in_seq in Hi.
      apply up_spec in Hx; [|lia|assumption]. destruct Hx as (s & ? & _ & ?). exists s. auto.
    + assert (In k (map Z.of_nat (seq 0 (Z.to_nat (n * n))))) as Hk'.
      { destruct (map Z.of_nat _); [destruct Hk|now right]. }
      apply in_map_iff in Hk' as (i & <- & Hi). apply in_seq in Hi.
      apply down_spec in Hx; [|lia|assumption]. destruct Hx as (s & ? & _ & ?). exists s. auto.
  - intros (s & Hs & Hx & ->). right. destruct (on s Hs) as [Hs' Hf].
    assert (B : forall s, on_board n s -> 0 <= index n s < n * n).
    { intros [r c] [? ?]. unfold index. cbn [fst snd]. nia. }
    pose proof (B s Hs') as B1. pose proof (B (f s) Hf) as B2.
    destruct (Z_le_gt_dec (index n s) (index n (f s))).
    + set (k := index n (f s) - index n s).
      assert (Hg : has (move (up n l f k) x) (f s) = true).
      { apply up_spec; [unfold k; lia|assumption|]. exists s. auto. }
      exists (up n l f k). split; [|assumption]. apply in_app_iff. left. apply filter_In.
      split; [|eapply some; eassumption]. apply in_map. apply in_map_iff.
      exists (Z.to_nat k). split; [unfold k; lia|]. apply in_seq. unfold k. lia.
    + set (k := index n s - index n (f s)).
      assert (Hg : has (move (down n l f k) x) (f s) = true).
      { apply down_spec; [unfold k; lia|assumption|]. exists s. auto. }
      exists (down n l f k). split; [|assumption]. apply in_app_iff. right. apply filter_In.
      split; [|eapply some; eassumption]. apply in_map.
      replace (tl (map Z.of_nat (seq 0 (Z.to_nat (n * n))))) with (map Z.of_nat (seq 1 (Z.to_nat (n * n) - 1))).
      * apply in_map_iff. exists (Z.to_nat k). split; [unfold k; lia|]. apply in_seq. unfold k. lia.
      * destruct (Z.to_nat (n * n)) as [|m]; [reflexivity|]. cbn [seq map tl]. now rewrite Nat.sub_succ, Nat.sub_0_r.
Qed.

End Moving.

Lemma stepping_spec d x s : In d directions -> on_board n s -> on_board n (step s d 1) -> has x s = true ->
  has (move (stepping n d) x) (step s d 1) = true.
Proof.
  intros Hd Hs Ht Hx. unfold stepping.
  assert (on : forall s, In s (filter (fun s => is_on_board n (step s d 1)) (squares n)) ->
    on_board n s /\ on_board n (step s d 1)).
  { intros u Hu. apply filter_In in Hu as [Hu Hf]. split; [now apply in_squares|now apply is_on_board_spec]. }
  assert (Hin : In s (filter (fun s => is_on_board n (step s d 1)) (squares n))).
  { apply filter_In. split; [now apply in_squares|now apply is_on_board_spec]. }
  assert (E : index n (step s d 1) - index n s = fst d * n + snd d).
  { unfold index, step. cbn [fst snd]. lia. }
  assert (- 9 < fst d * n + snd d < 9) by (cbn in Hd; intuition subst; cbn [fst snd]; lia).
  destruct (0 <=? fst d * n + snd d) eqn:E0.
  - apply up_spec; [assumption|lia|assumption|]. exists s. auto.
  - apply down_spec; [assumption|lia|assumption|]. exists s. split; [assumption|]. split; [lia|auto].
Qed.

(** ** Positions *)

Definition abs (own opp : int) (side : colour) : position := {|
  discs := fun s => if has own s then Some side else if has opp s then Some (other side) else None;
  mover := side;
|}.

Section Moves.

Variables own opp : int.
Variable side : colour.

Local Notation b := (discs (abs own opp side)).
Local Notation mine s := (holds_disc n b s side).
Local Notation theirs s := (holds_disc n b s (other side)).

Lemma mine_spec s : on_board n s -> (mine s <-> has own s = true).
Proof.
  intros Hs. unfold holds_disc; cbn. split.
  - intros [_ E]. destruct (has own s); [reflexivity|]. destruct (has opp s), side; discriminate.
  - intros ->. auto.
Qed.

Lemma theirs_spec s : on_board n s -> (theirs s <-> has own s = false /\ has opp s = true).
Proof.
  intros Hs. unfold holds_disc; cbn. split.
  - intros [_ E]. destruct (has own s); [destruct side; discriminate|]. destruct (has opp s); [auto|discriminate].
  - intros [-> ->]. auto.
Qed.

Lemma empty_spec s : on_board n s -> ((own lor opp) land mask n s =? 0)%uint63 = true <-> b s = None.
Proof.
  intros Hs. rewrite test, has_lor by assumption. cbn. destruct (has own s), (has opp s); cbn; split; congruence.
Qed.

Lemma far s d j : on_board n s -> In d directions -> 1 <= j -> on_board n (step s d j) -> j < n.
Proof.
  destruct s as [r c]. intros Hs Hd Hj. cbn in Hd.
  intuition subst; cbn [on_board step fst snd] in *; lia.
Qed.

Lemma walk_spec s d : on_board n s -> In d directions -> forall fuel j found, 1 <= j -> n < j + Z.of_nat fuel ->
  let r := walk (map (mask n) (path n fuel s d j)) own opp found in
  (exists k, j - 1 <= k /\ (forall i, j <= i <= k -> theirs (step s d i)) /\ mine (step s d (k + 1)) /\
     (k = j - 1 -> r = found) /\
     forall t, on_board n t ->
       (has r t = true <-> has found t = true \/ exists i, j <= i <= k /\ t = step s d i)) \/
  (r = 0%uint63 /\
   forall k, j - 1 <= k -> (forall i, j <= i <= k -> theirs (step s d i)) -> ~ mine (step s d (k + 1))).
Proof.
  intros Hs Hd.
  assert (Stop : forall j, ~ mine (step s d j) -> ~ theirs (step s d j) ->
    forall k, j - 1 <= k -> (forall i, j <= i <= k -> theirs (step s d i)) -> ~ mine (step s d (k + 1))).
  { intros j H1 H2 k Hk Hall Hm. destruct (Z.eq_dec k (j - 1)) as [->|].
    - replace (j - 1 + 1) with j in Hm by lia. contradiction.
    - apply H2, Hall. lia. }
  induction fuel as [|fuel IH]; intros j found Hj Hfuel; cbn [path].
  - right. split; [reflexivity|]. apply Stop; intros [Hon _]; apply (far s d j) in Hon; try assumption; lia.
  - destruct (is_on_board n (step s d j)) eqn:Hon.
    2: { right. split; [reflexivity|].
         apply Stop; intros [H _]; apply is_on_board_spec in H; congruence. }
    apply is_on_board_spec in Hon. cbn [map walk]. rewrite !test by assumption.
    pose proof (mine_spec _ Hon) as Hmine. pose proof (theirs_spec _ Hon) as Htheirs.
    destruct (has own (step s d j)) eqn:Eown; cbn [negb].
    { left. exists (j - 1). split; [lia|]. split; [lia|]. split; [replace (j - 1 + 1) with j by lia; now apply Hmine|].
      split; [reflexivity|]. intros t Ht. split; [auto|]. intros [?|(i & Hi & _)]; [assumption|lia]. }
    destruct (has opp (step s d j)) eqn:Eopp; cbn [negb].
    2: { right. split; [reflexivity|]. apply Stop; [rewrite Hmine; congruence|].
         rewrite Htheirs. intuition congruence. }
    specialize (IH (j + 1) (found lor mask n (step s d j))%uint63 ltac:(lia) ltac:(lia)). cbv zeta in IH.
    destruct IH as [(k & Hk & Hall & Hm & _ & Ht) | [Hr Hno]].
    + left. exists k. split; [lia|]. split; [|split; [assumption|split; [lia|]]].
      * intros i Hi. destruct (Z.eq_dec i j) as [->|]; [apply Htheirs; auto|]. apply Hall. lia.
      * intros t Hont. rewrite (Ht t Hont), has_lor, orb_true_iff, has_mask by assumption. split.
        -- intros [[?|?]|(i & Hi & ->)]; [auto| |].
           ++ right. exists j. split; [lia|assumption].
           ++ right. exists i. split; [lia|reflexivity].
        -- intros [?|(i & Hi & ->)]; [auto|]. destruct (Z.eq_dec i j) as [->|]; [auto|].
           right. exists i. split; [lia|reflexivity].
    + right. split; [assumption|]. intros k Hk Hall Hm. destruct (Z.eq_dec k (j - 1)) as [->|].
      * replace (j - 1 + 1) with j in Hm by lia. apply Hmine in Hm. congruence.
      * revert Hm. apply Hno; [lia|]. intros i Hi. apply Hall. lia.
Qed.

Local Notation ray s d := (map (mask n) (path n (S (Z.to_nat n)) s d 1)).

Lemma ray_spec s d t : on_board n s -> In d directions -> on_board n t ->
  (has (walk (ray s d) own opp 0) t = true <->
   exists k i, outflanks n b side s d k /\ 1 <= i <= k /\ t = step s d i).
Proof.
  intros Hs Hd Hon. destruct (walk_spec s d Hs Hd (S (Z.to_nat n)) 1 0%uint63 ltac:(lia) ltac:(lia))
    as [(k & Hk & Hall & Hm & _ & Ht) | [Hr Hno]].
  - rewrite (Ht t Hon), has_0. split.
    + intros [?|(i & Hi & ->)]; [discriminate|]. exists k, i. split; [split; assumption|]. split; [lia|reflexivity].
    + intros (k' & i & [Hall' Hm'] & Hi & ->). right. exists i. split; [|reflexivity].
      assert (k' <= k); [|lia]. destruct (Z_lt_le_dec k k') as [Hlt|]; [|assumption]. exfalso.
      assert (H : theirs (step s d (k + 1))) by (apply Hall'; lia).
      destruct Hm as [_ H1], H as [_ H2]. rewrite H1 in H2. destruct side; discriminate.
  - rewrite Hr, has_0. split; [discriminate|]. intros (k & i & [Hall Hm] & Hi & _). exfalso.
    revert Hm. apply Hno; [lia|assumption].
Qed.

Lemma ray_zero s d : on_board n s -> In d directions -> walk (ray s d) own opp 0 <> 0%uint63 ->
  exists k, 1 <= k /\ outflanks n b side s d k.
Proof.
  intros Hs Hd Hne. destruct (walk_spec s d Hs Hd (S (Z.to_nat n)) 1 0%uint63 ltac:(lia) ltac:(lia))
    as [(k & Hk & Hall & Hm & Hz & _) | [Hr _]]; [|contradiction].
  exists k. split; [|split; assumption]. destruct (Z.eq_dec k (1 - 1)); [exfalso; auto|lia].
Qed.

Lemma turned_spec s t : on_board n s -> on_board n t -> forall ds found, (forall d, In d ds -> In d directions) ->
  (has (turned (map (fun d => ray s d) ds) own opp found) t = true <->
   has found t = true \/ exists d k i, In d ds /\ outflanks n b side s d k /\ 1 <= i <= k /\ t = step s d i).
Proof.
  intros Hs Ht. induction ds as [|d ds IH]; intros found Hds.
  - cbn [map turned]. split; [auto|]. intros [?|(? & ? & ? & [] & _)]; assumption.
  - cbn [map turned]. rewrite IH by (intros; apply Hds; now right). rewrite has_lor, orb_true_iff, ray_spec;
      [|assumption|apply Hds; now left|assumption].
    split.
    + intros [[?|(k & i & H)]|(d' & k & i & Hd' & H)]; [auto| |].
      * right. exists d, k, i. split; [now left|assumption].
      * right. exists d', k, i. split; [now right|assumption].
    + intros [?|(d' & k & i & [<-|Hd'] & H)]; [auto| |].
      * left. right. exists k, i. assumption.
      * right. exists d', k, i. auto.
Qed.

Lemma turned_zero s : on_board n s -> forall ds found, (forall d, In d ds -> In d directions) ->
  turned (map (fun d => ray s d) ds) own opp found <> 0%uint63 ->
  found <> 0%uint63 \/ exists d k, In d ds /\ 1 <= k /\ outflanks n b side s d k.
Proof.
  intros Hs. induction ds as [|d ds IH]; intros found Hds Hne; cbn [map turned] in Hne; [auto|].
  apply IH in Hne; [|intros; apply Hds; now right]. destruct Hne as [Hne|(d' & k & Hd' & H)].
  - destruct (eqb (walk (ray s d) own opp 0) 0) eqn:E.
    + apply eqb_correct in E. rewrite E, lor0_r in Hne. auto.
    + apply eqb_false_correct in E. apply ray_zero in E; [|assumption|apply Hds; now left].
      destruct E as [k H]. right. exists d, k. split; [now left|assumption].
  - right. exists d', k. split; [now right|assumption].
Qed.

Local Notation turned_of s := (turned (rays (cell_of n s)) own opp 0).

Lemma turned_long rs : forall found, turned (filter is_long rs) own opp found = turned rs own opp found.
Proof.
  induction rs as [|ray rs IH]; intros found; cbn [filter turned]; [reflexivity|].
  destruct (is_long ray) eqn:E; cbn [turned]; rewrite IH; [reflexivity|].
  replace (walk ray own opp 0) with 0%uint63; [now rewrite lor0_r|].
  destruct ray as [|m [|? ?]]; cbn; [reflexivity| |discriminate].
  destruct (own land m =? 0)%uint63, (opp land m =? 0)%uint63; reflexivity.
Qed.

Lemma turns_spec s t : on_board n s -> on_board n t -> (has (turned_of s) t = true <-> turns n b side s t).
Proof.
  intros Hs Ht. unfold cell_of; cbn [rays]. rewrite turned_long, turned_spec by auto. rewrite has_0. split.
  - intros [?|H]; [discriminate|exact H].
  - auto.
Qed.

Lemma turns_some s : on_board n s -> (turned_of s =? 0)%uint63 = false <-> exists t, turns n b side s t.
Proof.
  intros Hs. split.
  - intros E. apply eqb_false_correct in E. unfold cell_of in E; cbn [rays] in E. rewrite turned_long in E.
    apply turned_zero in E; [|assumption|auto]. destruct E as [?|(d & k & Hd & Hk & H)]; [contradiction|].
    exists (step s d 1), d, k, 1. split; [assumption|]. split; [assumption|]. split; [lia|reflexivity].
  - intros [t Ht]. apply eqb_false_complete. intros E.
    assert (Hon : on_board n t).
    { destruct Ht as (d & k & i & _ & [H _] & Hi & ->). apply H. lia. }
    apply turns_spec in Ht; [|assumption..]. rewrite E, has_0 in Ht. discriminate.
Qed.

Lemma legal_spec s : on_board n s ->
  (legal n (abs own opp side) s <->
   ((own lor opp) land mask n s =? 0)%uint63 = true /\ (turned_of s =? 0)%uint63 = false).
Proof. intros Hs. rewrite empty_spec, turns_some by assumption. unfold legal. cbn [mover]. tauto. Qed.

(** The discs of the side that moved. *)
Definition placed (s : square) : int := (own lor turned_of s lor mask n s)%uint63.

Definition after (s : square) : position := abs (without opp (placed s)) (placed s) (other side).

Lemma has_placed s t : on_board n s -> on_board n t ->
  (has (placed s) t = true <-> has own t = true \/ t = s \/ turns n b side s t).
Proof.
  intros Hs Ht. unfold placed. rewrite !has_lor, !orb_true_iff, has_mask, turns_spec by assumption. tauto.
Qed.

Lemma plays_spec s : legal n (abs own opp side) s -> plays n (abs own opp side) s (after s).
Proof.
  intros Hl. split; [assumption|]. split; [reflexivity|]. assert (Hs : on_board n s) by apply Hl.
  intros t Ht. pose proof (has_placed s t Hs Ht) as Hp. unfold after. cbn [abs discs mover]. rewrite has_without.
  split.
  - intros H. replace (has (placed s) t) with true by (symmetry; tauto). rewrite andb_false_r. cbn.
    now rewrite other_other.
  - intros [Hne Hno]. destruct (has (placed s) t) eqn:E.
    + rewrite andb_false_r, other_other. destruct Hp as [Hp _].
      destruct (Hp eq_refl) as [->|[?|?]]; [reflexivity|tauto|tauto].
    + rewrite andb_true_r. destruct (has own t); [|reflexivity]. destruct Hp as [_ Hp]. discriminate Hp; auto.
Qed.

Lemma plays_only s p : plays n (abs own opp side) s p -> alike n (after s) p.
Proof.
  intros Hp. pose proof Hp as ((Hs & He & Hl) & Hm & Hall).
  assert (Ha : plays n (abs own opp side) s (after s)) by (apply plays_spec, Hp).
  destruct Ha as (_ & Hm' & Hall'). split; [now rewrite Hm|].
  intros t Ht. destruct (Hall t Ht) as [H1 H2], (Hall' t Ht) as [H1' H2'].
  assert (D : (t = s \/ turns n b side s t) \/ ~ (t = s \/ turns n b side s t)).
  { pose proof (turns_spec s t Hs Ht) as T. pose proof (has_mask s t Hs Ht) as M.
    destruct (has (turned_of s) t), (has (mask n s) t); intuition congruence. }
  destruct D as [D|D].
  - rewrite H1, H1' by assumption. reflexivity.
  - rewrite H2, H2' by tauto. reflexivity.
Qed.

Lemma passed_spec : alike n (abs (without opp own) own (other side)) (passed (abs own opp side)).
Proof.
  split; [reflexivity|]. intros s _. cbn [abs passed discs mover]. rewrite has_without, other_other.
  destruct (has own s), (has opp s); reflexivity.
Qed.

Lemma any_move_list l : (forall s, In s l -> on_board n s) ->
  (any_move (map (cell_of n) l) own opp = true <-> exists s, In s l /\ legal n (abs own opp side) s).
Proof.
  induction l as [|s l IH]; intros Hl.
  - cbn. split; [discriminate|]. intros (s & [] & _).
  - assert (Hs : on_board n s) by (apply Hl; now left).
    specialize (IH ltac:(intros; apply Hl; now right)). pose proof (legal_spec s Hs) as Hleg.
    assert (Skip : ~ legal n (abs own opp side) s ->
      (exists s, In s l /\ legal n (abs own opp side) s) <-> exists t, In t (s :: l) /\ legal n (abs own opp side) t).
    { intros Hno. split; [intros (t & ? & ?); exists t; split; [now right|assumption]|].
      intros (t & [<-|?] & ?); [contradiction|]. eauto. }
    cbn [map any_move]. destruct (cell_of n s) as [x here rs] eqn:Ec.
    assert (Eh : here = mask n s) by (unfold cell_of in Ec; congruence).
    cbn [rays] in Hleg. subst here.
    destruct ((own lor opp) land mask n s =? 0)%uint63.
    2: { rewrite IH. apply Skip. rewrite Hleg. intuition congruence. }
    destruct (turned rs own opp 0 =? 0)%uint63.
    + rewrite IH. apply Skip. rewrite Hleg. intuition congruence.
    + split; [|reflexivity]. intros _. exists s. split; [now left|]. now apply Hleg.
Qed.

Lemma any_move_spec : any_move (cells n) own opp = true <-> can_move n (abs own opp side).
Proof.
  unfold cells. rewrite any_move_list by (intros; now apply in_squares). unfold can_move. split.
  - intros (s & _ & H). eauto.
  - intros (s & H). exists s. split; [|assumption]. apply in_squares, H.
Qed.

(** *** Candidates *)

Lemma candidate_empty gs most s : on_board n s -> has (candidates most gs own opp) s = true ->
  ((own lor opp) land mask n s =? 0)%uint63 = true.
Proof.
  intros Hs H. unfold candidates in H. rewrite has_without in H. rewrite test by assumption.
  now apply andb_true_iff in H as [_ H].
Qed.

Definition opposite (d : Z * Z) : Z * Z := (- fst d, - snd d).

Lemma step_back s d j : step (step s d j) (opposite d) 1 = step s d (j - 1).
Proof. unfold step, opposite. cbn [fst snd]. f_equal; lia. Qed.

Lemma row_spec s d k : In d directions -> (forall i, 1 <= i <= k -> theirs (step s d i)) ->
  forall most x j, 1 <= j <= k -> j - Z.of_nat most <= 1 -> has x (step s d j) = true ->
  has (row most (stepping n (opposite d)) opp x) (step s d 1) = true.
Proof.
  intros Hd Hall. induction most as [|most IH]; intros x j Hj Hm Hx; cbn [row].
  - replace 1 with j by lia. assumption.
  - destruct (Z.eq_dec j 1) as [->|Hne].
    + apply (IH _ 1); [lia|lia|]. now rewrite has_lor, Hx.
    + apply (IH _ (j - 1)); [lia|lia|]. rewrite has_lor. apply orb_true_iff. right.
      assert (Hon : on_board n (step s d j)) by (apply (Hall j); lia).
      pose proof (Hall (j - 1) ltac:(lia)) as Ht. assert (Hon' : on_board n (step s d (j - 1))) by apply Ht.
      apply theirs_spec in Ht as [_ Ht]; [|assumption]. unfold has in *. rewrite land_spec, Ht, andb_true_r.
      rewrite <- step_back in *. apply stepping_spec; try assumption. cbn in Hd. intuition subst; cbn; tauto.
Qed.

Lemma ends_spec most g t : forall gs found,
  has found t = true \/ In g gs /\ has (move g (row most g opp (move g own land opp))) t = true ->
  has (ends most gs own opp found) t = true.
Proof.
  induction gs as [|g' gs IH]; intros found H; cbn [ends].
  - destruct H as [?|[[] _]]; assumption.
  - apply IH. rewrite has_lor, orb_true_iff. destruct H as [?|[[<-|?] ?]]; auto.
Qed.

Lemma candidate s : legal n (abs own opp side) s -> has (candidates (Z.to_nat (n - 3)) (steps n) own opp) s = true.
Proof.
  intros (Hs & He & t & d & k & i & Hd & [Hall Hm] & Hi & _).
  unfold candidates. rewrite has_without. apply andb_true_iff. split.
  2: { apply empty_spec in He; [|assumption]. now rewrite test in He. }
  assert (E0 : step s d 0 = s) by (destruct s; unfold step; cbn [fst snd]; f_equal; lia).
  assert (Ho : In (opposite d) directions) by (cbn in Hd; intuition subst; cbn; tauto).
  apply (ends_spec _ (stepping n (opposite d))). right. split; [unfold steps; now apply in_map|].
  rewrite <- E0 at 1. replace 0 with (1 - 1) by lia. rewrite <- step_back.
  assert (Hon1 : on_board n (step s d 1)) by (apply Hall; lia).
  apply stepping_spec; [assumption|assumption|rewrite step_back; replace (1 - 1) with 0 by lia; now rewrite E0|].
  assert (Hon : on_board n (step s d (k + 1))) by apply Hm.
  assert (k + 1 < n) by (apply (far s d); [assumption..|lia|assumption]).
  apply (row_spec s d k Hd Hall _ _ k); [lia|lia|].
  assert (Hk : theirs (step s d k)) by (apply Hall; lia). assert (Honk : on_board n (step s d k)) by apply Hk.
  apply theirs_spec in Hk as [_ Hk]; [|assumption]. unfold has in *. rewrite land_spec, Hk, andb_true_r.
  replace k with (k + 1 - 1) by lia. rewrite <- step_back.
  apply stepping_spec; [assumption|assumption|rewrite step_back; replace (k + 1 - 1) with k by lia; assumption|].
  now apply mine_spec.
Qed.

Section Replies.

Variable cand : int.
Hypothesis cand_empty : forall s, on_board n s -> has cand s = true -> ((own lor opp) land mask n s =? 0)%uint63 = true.
Hypothesis cand_legal : forall s, legal n (abs own opp side) s -> has cand s = true.

Lemma replies_list l : (forall s, In s l -> on_board n s) ->
  (forall o p, In (o, p) (replies (map (cell_of n) l) cand own opp) ->
     exists s, legal n (abs own opp side) s /\ o = without opp (placed s) /\ p = placed s) /\
  (forall s, In s l -> legal n (abs own opp side) s ->
     In (without opp (placed s), placed s) (replies (map (cell_of n) l) cand own opp)).
Proof.
  induction l as [|s l IH]; intros Hl.
  - split; [intros o p []|intros s []].
  - assert (Hs : on_board n s) by (apply Hl; now left).
    specialize (IH ltac:(intros; apply Hl; now right)). destruct IH as [IH1 IH2].
    pose proof (legal_spec s Hs) as Hleg.
    assert (Skip : ~ legal n (abs own opp side) s -> forall t, In t (s :: l) -> legal n (abs own opp side) t ->
      In (without opp (placed t), placed t) (replies (map (cell_of n) l) cand own opp)).
    { intros Hno t [<-|Ht] Ht'; [contradiction|auto]. }
    cbn [map replies cell_of]. rewrite test by assumption. pose proof (cand_empty s Hs) as He.
    destruct (has cand s) eqn:Ecand; cbn [negb].
    2: { split; [assumption|]. apply Skip. intros H. apply cand_legal in H. congruence. }
    specialize (He eq_refl). cbn [cell_of rays] in Hleg. cbv zeta.
    match goal with |- context [turned ?rs own opp 0] => destruct (turned rs own opp 0 =? 0)%uint63 eqn:Et end.
    + split; [assumption|]. apply Skip. rewrite Hleg. intuition congruence.
    + fold (rays (cell_of n s)). split.
      * intros o p [E|Hin]; [|eauto]. injection E as <- <-. exists s. split; [|auto]. now apply Hleg.
      * intros t [<-|Ht] Ht'; [left; reflexivity|right; auto].
Qed.

Lemma choose_legal x o p l : (forall s, In s l -> on_board n s) ->
  choose (map (cell_of n) l) x cand own opp = Some (o, p) ->
  exists s, legal n (abs own opp side) s /\ o = without opp (placed s) /\ p = placed s.
Proof.
  induction l as [|s l IH]; intros Hl E; [discriminate|]. cbn [map choose cell_of] in E.
  destruct (place n s =? x)%uint63; [|apply IH; [intros; apply Hl; now right|exact E]].
  assert (Hs : on_board n s) by (apply Hl; now left). rewrite test in E by assumption.
  pose proof (cand_empty s Hs) as He. destruct (has cand s); cbn [negb] in E; [|discriminate]. cbv zeta in E.
  match type of E with context [turned ?rs own opp 0] => destruct (turned rs own opp 0 =? 0)%uint63 eqn:Et end;
    [discriminate|].
  injection E as <- <-. exists s. split; [|split; reflexivity]. apply legal_spec; [assumption|]. auto.
Qed.

End Replies.

End Moves.

End Bits.
