(** Facts about the rules: a position has one value at most; boards that look alike are worth the same, and so are
    symmetric ones. *)

From Coq Require Import ZArith List Lia Permutation.
From Othello Require Import Rules.
Import ListNotations.
Local Open Scope Z_scope.

Lemma other_other c : other (other c) = c.
Proof. destruct c; reflexivity. Qed.

Lemma other_neq c : other c <> c.
Proof. destruct c; discriminate. Qed.

Lemma neq_other a b : a <> b -> a = other b.
Proof. destruct a, b; cbn; congruence. Qed.

Section Facts.

Variable n : Z.

(** ** One value *)

(** Two sides that force something meet in a game that ends with both. *)
Lemma forces_meet how a b G H p : a <> b -> forces n how a G p -> forces n how b H p -> exists v, G v /\ H v.
Proof.
  intros Hab HG. revert Hab.
  induction HG as [p Hover HG | p Hpass _ IH | p s p' Hm Hp _ IH | p Hm Hcan _ IH]; intros Hab HH.
  - inversion HH as [q Ho Hs | q [_ Hpass] _ | q s p' _ [Hl _] _ | q _ Hcan _]; subst.
    + eauto.
    + destruct Hover; contradiction.
    + destruct Hover as [Hno _]; destruct Hno; exists s; assumption.
    + destruct Hover; contradiction.
  - inversion HH as [q [_ Ho] Hs | q _ Hf | q s p' _ [Hl _] _ | q _ Hcan _]; subst.
    + destruct Hpass; contradiction.
    + auto.
    + destruct Hpass as [Hno _]; destruct Hno; exists s; assumption.
    + destruct Hpass; contradiction.
  - assert (Hcan : can_move n p) by (exists s; apply Hp).
    inversion HH as [q [Ho _] Hs | q [Ho _] Hf | q s2 p2 Hm2 _ _ | q _ _ Hall]; subst; try contradiction.
    eauto.
  - inversion HH as [q [Ho _] Hs | q [Ho _] Hf | q s2 p2 Hm2 Hp2 Hf2 | q Hm2 _ _]; subst; try contradiction.
    + eauto.
    + exfalso. apply neq_other in Hm, Hm2. rewrite Hm in Hm2. destruct a, b; cbn in Hm2; congruence.
Qed.

Theorem value_unique how p v w : value n how p v -> value n how p w -> v = w.
Proof.
  intros [Hv Hv'] [Hw Hw'].
  assert (Hne : wants_many how <> other (wants_many how)) by (intros E; symmetry in E; revert E; apply other_neq).
  destruct (forces_meet _ _ _ _ _ _ Hne Hv Hw') as [x Hx].
  destruct (forces_meet _ _ _ _ _ _ Hne Hw Hv') as [y Hy].
  lia.
Qed.

(** ** Boards that look alike *)

Definition alike (p q : position) : Prop := mover p = mover q /\ forall s, on_board n s -> discs p s = discs q s.

Lemma alike_sym p q : alike p q -> alike q p.
Proof. intros [H1 H2]. split; [auto|]. intros s Hs. symmetry. auto. Qed.

Lemma alike_trans p q r : alike p q -> alike q r -> alike p r.
Proof. intros [H1 H2] [H3 H4]. split; [congruence|]. intros s Hs. rewrite H2 by assumption. auto. Qed.

Lemma holds_disc_alike (b b' : board) s c :
  (forall s, on_board n s -> b s = b' s) -> holds_disc n b s c -> holds_disc n b' s c.
Proof. intros H [Hs Hc]. split; [assumption|]. rewrite <- H; assumption. Qed.

Lemma turns_alike (b b' : board) c s t :
  (forall s, on_board n s -> b s = b' s) -> turns n b c s t -> turns n b' c s t.
Proof.
  intros H (d & k & i & Hd & [Ho Hm] & Hi & ->). exists d, k, i.
  split; [assumption|]. split; [split|split; [lia|reflexivity]].
  - intros j Hj. eapply holds_disc_alike; eauto.
  - eapply holds_disc_alike; eauto.
Qed.

Lemma legal_alike p q s : alike p q -> legal n p s -> legal n q s.
Proof.
  intros [Hm Hd] (Hs & He & t & Ht). split; [assumption|]. split.
  - rewrite <- Hd; assumption.
  - exists t. rewrite <- Hm. eapply turns_alike; eauto.
Qed.

Lemma plays_alike p q s p' : alike p q -> plays n p s p' -> plays n q s p'.
Proof.
  intros Ha (Hl & Hm' & Ht). pose proof Ha as [Hm Hd]. split; [eapply legal_alike; eauto|]. split; [congruence|].
  intros t Hon. destruct (Ht t Hon) as [H1 H2]. rewrite <- Hm. split.
  - intros [-> | Hturn]; apply H1; [auto|]. right. eapply turns_alike; [|eassumption]. intros; symmetry; auto.
  - intros [Hne Hno]. rewrite <- Hd by assumption. apply H2. split; [assumption|].
    intros Hturn. apply Hno. eapply turns_alike; [|eassumption]. auto.
Qed.

Lemma can_move_alike p q : alike p q -> can_move n p -> can_move n q.
Proof. intros Ha [s Hs]. exists s. eapply legal_alike; eauto. Qed.

Lemma passed_alike p q : alike p q -> alike (passed p) (passed q).
Proof. intros [Hm Hd]. split; cbn; [congruence|assumption]. Qed.

Lemma in_range x : In x (range n) <-> 0 <= x < n.
Proof.
  unfold range. rewrite in_map_iff. split.
  - intros (y & <- & Hy). apply in_seq in Hy. lia.
  - intros Hx. exists (Z.to_nat x). rewrite in_seq. lia.
Qed.

Lemma in_squares s : In s (squares n) <-> on_board n s.
Proof.
  destruct s as [r c]. pose proof (in_prod_iff (range n) (range n) r c) as H. rewrite !in_range in H. exact H.
Qed.

Lemma count_alike (b b' : board) x : (forall s, on_board n s -> b s = b' s) -> count n b x = count n b' x.
Proof.
  intros H. unfold count. do 2 f_equal. apply filter_ext_in. intros s Hs. rewrite H; [reflexivity|].
  now apply in_squares.
Qed.

Lemma score_alike how (b b' : board) : (forall s, on_board n s -> b s = b' s) -> score n how b = score n how b'.
Proof. intros H. unfold score. now rewrite !(count_alike b b') by assumption. Qed.

Theorem forces_alike how who G p q : alike p q -> forces n how who G p -> forces n how who G q.
Proof.
  intros Ha Hf. revert q Ha.
  induction Hf as [p [H1 H2] HG | p [H1 H2] _ IH | p s p' Hm Hp Hf _ | p Hm Hcan Hf _]; intros q Ha.
  - apply at_the_end.
    + split; intros Hc; [apply H1 | apply H2]; eapply can_move_alike; try eassumption; try apply passed_alike;
        apply alike_sym; assumption.
    + rewrite <- (score_alike how (discs p)); [assumption|apply Ha].
  - apply by_a_pass.
    + split; [intros Hc; apply H1; eapply can_move_alike; [apply alike_sym|]; eassumption|].
      eapply can_move_alike; [apply passed_alike|]; eassumption.
    + apply IH. now apply passed_alike.
  - eapply by_a_move; [|eapply plays_alike; eassumption|assumption]. destruct Ha; congruence.
  - apply by_all_moves.
    + destruct Ha; congruence.
    + eapply can_move_alike; eassumption.
    + intros s p' Hp. apply (Hf s). eapply plays_alike; [apply alike_sym|]; eassumption.
Qed.

(** ** Symmetries *)

(** A symmetry moves squares, and turns directions; done twice it does nothing. *)
Record symmetry (f g : Z * Z -> Z * Z) : Prop := {
  twice : forall s, f (f s) = s;
  keeps_board : forall s, on_board n s -> on_board n (f s);
  along : forall s d k, f (step s d k) = step (f s) (g d) k;
  keeps_directions : forall d, In d directions -> In (g d) directions;
}.

Definition transpose (s : Z * Z) : Z * Z := (snd s, fst s).
Definition mirror (s : Z * Z) : Z * Z := (fst s, n - 1 - snd s).
Definition back (d : Z * Z) : Z * Z := (fst d, - snd d).
Definition flip (s : Z * Z) : Z * Z := (n - 1 - fst s, snd s).
Definition turned_over (d : Z * Z) : Z * Z := (- fst d, snd d).

Lemma transpose_symmetry : symmetry transpose transpose.
Proof.
  split.
  - intros []; reflexivity.
  - intros [] ?; unfold on_board, transpose in *; cbn; tauto.
  - reflexivity.
  - intros d Hd. cbn in Hd. intuition subst; cbn; tauto.
Qed.

Lemma mirror_symmetry : symmetry mirror back.
Proof.
  split.
  - intros [r c]; unfold mirror; cbn [fst snd]; f_equal; lia.
  - intros [] ?; unfold on_board, mirror in *; cbn [fst snd] in *; lia.
  - intros [] [] k; unfold mirror, back, step; cbn [fst snd]; f_equal; lia.
  - intros d Hd. cbn in Hd. intuition subst; cbn; tauto.
Qed.

Lemma flip_symmetry : symmetry flip turned_over.
Proof.
  split.
  - intros [r c]; unfold flip; cbn [fst snd]; f_equal; lia.
  - intros [] ?; unfold on_board, flip in *; cbn [fst snd] in *; lia.
  - intros [] [] k; unfold flip, turned_over, step; cbn [fst snd]; f_equal; lia.
  - intros d Hd. cbn in Hd. intuition subst; cbn; tauto.
Qed.

Section Symmetric.

Variables f g : Z * Z -> Z * Z.
Hypothesis sym : symmetry f g.

Definition image (p : position) : position := {| discs := fun s => discs p (f s); mover := mover p |}.

Lemma holds_disc_image (b : board) s c : holds_disc n b s c -> holds_disc n (fun s => b (f s)) (f s) c.
Proof. intros [Hs Hc]. split; [now apply (keeps_board _ _ sym)|]. now rewrite (twice _ _ sym). Qed.

Lemma turns_image (b : board) c s t : turns n b c s t -> turns n (fun s => b (f s)) c (f s) (f t).
Proof.
  intros (d & k & i & Hd & [Ho Hm] & Hi & ->). exists (g d), k, i.
  split; [now apply (keeps_directions _ _ sym)|]. split; [|split; [lia|now rewrite (along _ _ sym)]].
  split.
  - intros j Hj. rewrite <- (along _ _ sym). apply holds_disc_image; auto.
  - rewrite <- (along _ _ sym). apply holds_disc_image; auto.
Qed.

Lemma image_image p : alike (image (image p)) p.
Proof. split; [reflexivity|]. intros s _. cbn. now rewrite (twice _ _ sym). Qed.

Lemma turns_image_back (b : board) c s t : turns n (fun s => b (f s)) c (f s) (f t) -> turns n b c s t.
Proof.
  intros H. apply turns_image in H. rewrite !(twice _ _ sym) in H. eapply turns_alike; [|eassumption].
  intros; cbn; now rewrite (twice _ _ sym).
Qed.

Lemma legal_image p s : legal n p s -> legal n (image p) (f s).
Proof.
  intros (Hs & He & t & Ht). split; [now apply (keeps_board _ _ sym)|]. split; [cbn; now rewrite (twice _ _ sym)|].
  exists (f t). cbn. now apply turns_image.
Qed.

Lemma can_move_image p : can_move n p -> can_move n (image p).
Proof. intros [s Hs]. exists (f s). now apply legal_image. Qed.

Lemma can_move_image_back p : can_move n (image p) -> can_move n p.
Proof. intros H. apply can_move_image in H. eapply can_move_alike; [apply image_image|assumption]. Qed.

Lemma plays_image p s p' : plays n p s p' -> plays n (image p) (f s) (image p').
Proof.
  intros (Hl & Hm & Ht). split; [now apply legal_image|]. split; [assumption|].
  intros t Hon. destruct (Ht (f t) (keeps_board _ _ sym _ Hon)) as [H1 H2]. cbn. split.
  - intros [-> | Hturn]; apply H1; [left; now rewrite (twice _ _ sym)|].
    right. apply turns_image_back. now rewrite (twice _ _ sym).
  - intros [Hne Hno]. apply H2. split; [intros E; apply Hne; rewrite <- E; now rewrite (twice _ _ sym)|].
    intros Hturn. apply Hno. apply turns_image in Hturn. now rewrite (twice _ _ sym) in Hturn.
Qed.

Lemma NoDup_list_prod {A B} (l : list A) (m : list B) : NoDup l -> NoDup m -> NoDup (list_prod l m).
Proof.
  intros Hl Hm. induction Hl as [|x l Hx Hl IH]; cbn; [constructor|].
  assert (H : NoDup (map (fun y => (x, y)) m))
    by (apply FinFun.Injective_map_NoDup; [intros y z; congruence|assumption]).
  assert (Hd : forall y, In y (map (fun y => (x, y)) m) -> ~ In y (list_prod l m)).
  { intros y Hy Hy'. apply in_map_iff in Hy as (z & <- & _). apply in_prod_iff in Hy' as [? _]. contradiction. }
  revert H Hd. generalize (map (fun y => (x, y)) m). intros row Hrow.
  induction Hrow as [|y row Hy Hrow IH']; intros Hd; cbn; [assumption|]. constructor.
  - rewrite in_app_iff. intros [?|?]; [contradiction|]. eapply Hd; [left; reflexivity|assumption].
  - apply IH'. intros z Hz. apply Hd. now right.
Qed.

Lemma NoDup_squares : NoDup (squares n).
Proof.
  assert (NoDup (range n)) by (apply FinFun.Injective_map_NoDup; [intros x y; lia|apply seq_NoDup]).
  now apply NoDup_list_prod.
Qed.

Lemma count_image (b : board) x : count n (fun s => b (f s)) x = count n b x.
Proof.
  unfold count. f_equal.
  assert (E : Permutation (map f (squares n)) (squares n)).
  { apply NoDup_Permutation.
    - apply FinFun.Injective_map_NoDup; [|apply NoDup_squares].
      intros s t E. rewrite <- (twice _ _ sym s), <- (twice _ _ sym t). now rewrite E.
    - apply NoDup_squares.
    - intros s. rewrite in_map_iff, in_squares. split.
      + intros (t & <- & Ht). apply in_squares in Ht. now apply (keeps_board _ _ sym).
      + intros Hs. exists (f s). split; [apply (twice _ _ sym)|]. apply in_squares. now apply (keeps_board _ _ sym). }
  transitivity (List.length (filter (fun s => same (b s) x) (map f (squares n)))).
  - generalize (squares n) as l. induction l as [|s l IH]; cbn; [reflexivity|].
    destruct (same (b (f s)) x); cbn; now rewrite IH.
  - revert E. generalize (map f (squares n)) (squares n). intros l m E.
    induction E as [|s l' m' E IH|s t l'|l' m' o' E1 IH1 E2 IH2]; cbn.
    + reflexivity.
    + destruct (same (b s) x); cbn; now rewrite IH.
    + destruct (same (b s) x), (same (b t) x); reflexivity.
    + congruence.
Qed.

Theorem forces_image how who G p : forces n how who G p -> forces n how who G (image p).
Proof.
  intros Hf. induction Hf as [p [H1 H2] HG | p [H1 H2] _ IH | p s p' Hm Hp _ IH | p Hm Hcan _ IH].
  - apply at_the_end.
    + split; intros Hc; [apply H1 | apply H2]; now apply can_move_image_back.
    + unfold score in *. cbn. now rewrite !count_image.
  - apply by_a_pass; [|assumption]. split; [intros Hc; apply H1; now apply can_move_image_back|].
    now apply (can_move_image (passed p)).
  - eapply by_a_move; [|apply plays_image|]; eassumption.
  - apply by_all_moves; [assumption|now apply can_move_image|].
    intros s p' Hp. apply plays_image in Hp. eapply plays_alike in Hp; [|apply image_image].
    eapply forces_alike; [apply image_image|]. now apply (IH (f s)).
Qed.

Theorem forces_image_back how who G p : forces n how who G (image p) -> forces n how who G p.
Proof. intros H. eapply forces_alike; [apply image_image|]. now apply forces_image. Qed.

End Symmetric.
End Facts.
