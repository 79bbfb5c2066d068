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

Lemma place_spec s : on_board n s -> to_Z (place n s) = fst s * n + snd s /\ 0 <= fst s * n + snd s < 49.
Proof.
  destruct s as [r c]; cbn [fst snd]. intros [Hr Hc].
  assert (H : 0 <= r * n + c < 49) by nia.
  split; [|exact H]. unfold place; cbn [fst snd]. rewrite of_Z_spec. apply Z.mod_small.
  change wB with 9223372036854775808. lia.
Qed.

Lemma place_injective s t : on_board n s -> on_board n t -> place n s = place n t -> s = t.
Proof.
  intros Hs Ht E. destruct (place_spec s Hs) as [Es _], (place_spec t Ht) as [Et _].
  rewrite E, Et in Es. destruct s as [r c], t as [r' c']; cbn [fst snd] in *.
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

Lemma replies_list l : (forall s, In s l -> on_board n s) ->
  (forall x o p, In (x, (o, p)) (replies (map (cell_of n) l) own opp) ->
     exists s, legal n (abs own opp side) s /\ o = without opp (placed s) /\ p = placed s) /\
  (forall s, In s l -> legal n (abs own opp side) s ->
     exists x, In (x, (without opp (placed s), placed s)) (replies (map (cell_of n) l) own opp)).
Proof.
  induction l as [|s l IH]; intros Hl.
  - split; [intros x o p []|intros s []].
  - assert (Hs : on_board n s) by (apply Hl; now left).
    specialize (IH ltac:(intros; apply Hl; now right)). destruct IH as [IH1 IH2].
    pose proof (legal_spec s Hs) as Hleg.
    assert (Skip : ~ legal n (abs own opp side) s -> forall t, In t (s :: l) -> legal n (abs own opp side) t ->
      exists x, In (x, (without opp (placed t), placed t)) (replies (map (cell_of n) l) own opp)).
    { intros Hno t [<-|Ht] Ht'; [contradiction|auto]. }
    cbn [map replies]. destruct (cell_of n s) as [x here rs] eqn:Ec.
    assert (Eh : here = mask n s) by (unfold cell_of in Ec; congruence).
    assert (Er : rs = rays (cell_of n s)) by (rewrite Ec; reflexivity).
    try rewrite Ec in Hleg; cbn [rays] in Hleg. subst here.
    destruct ((own lor opp) land mask n s =? 0)%uint63.
    2: { split; [assumption|]. apply Skip. rewrite Hleg. intuition congruence. }
    destruct (turned rs own opp 0 =? 0)%uint63.
    + split; [assumption|]. apply Skip. rewrite Hleg. intuition congruence.
    + cbv zeta.
      assert (Ep : (own lor turned rs own opp 0 lor mask n s)%uint63 = placed s) by (unfold placed; congruence).
      rewrite !Ep. split.
      * intros y o p [E|Hin]; [|eauto]. injection E as <- <- <-. exists s. split; [|auto]. now apply Hleg.
      * intros t [<-|Ht] Ht'.
        -- exists x. now left.
        -- destruct (IH2 t Ht Ht') as [y Hy]. exists y. now right.
Qed.

End Moves.

End Bits.
