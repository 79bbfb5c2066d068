(** The checker is sound: a claim that it accepts is true by the rules. *)

From Coq Require Import ZArith List Lia Bool Ascii String Uint63.
From Othello Require Import Rules Facts Checker Bits.
Import ListNotations.
Local Open Scope Z_scope.

Section Sound.

Variable n : Z.
Hypothesis small : 1 <= n <= 7.

Local Notation has := (has n).
Local Notation abs := (abs n).

(** ** Symmetric positions *)

Lemma picture_spec f g x t : symmetry n f g -> on_board n t ->
  has (picture_of (moving n (squares n) f) x 0) t = has x (f t).
Proof.
  intros Hsym Ht. apply eq_true_iff_eq. rewrite moving_spec; [|assumption| |assumption].
  2: { intros s Hs. apply in_squares in Hs. split; [assumption|]. now apply (keeps_board _ _ _ Hsym). }
  split.
  - intros (s & _ & Hs & ->). now rewrite (twice _ _ _ Hsym).
  - intros Hx. exists (f t). split; [apply in_squares; now apply (keeps_board _ _ _ Hsym)|].
    split; [assumption|]. now rewrite (twice _ _ _ Hsym).
Qed.

(** Positions from which the same can be forced. *)
Definition linked (own opp own' opp' : int) : Prop :=
  forall how who G side, forces n how who G (abs own opp side) <-> forces n how who G (abs own' opp' side).

Definition is_turn (turn : list group) : Prop := exists f g, symmetry n f g /\ turn = moving n (squares n) f.

Lemma linked_turn turn own opp : is_turn turn -> linked own opp (picture_of turn own 0) (picture_of turn opp 0).
Proof.
  intros (f & g & Hsym & ->) how who G side.
  assert (Ha : alike n (image f (abs own opp side))
    (abs (picture_of (moving n (squares n) f) own 0) (picture_of (moving n (squares n) f) opp 0) side)).
  { split; [reflexivity|]. intros s Hs. cbn [Bits.abs discs image].
    now rewrite !(picture_spec f g) by assumption. }
  split; intros H.
  - eapply forces_alike; [exact Ha|]. now apply (forces_image n f g Hsym).
  - apply (forces_image_back n f g Hsym). eapply forces_alike; [apply alike_sym; exact Ha|]. assumption.
Qed.

Lemma least_spec turns own opp : Forall is_turn turns -> forall o p lo lp ko kp,
  linked own opp o p -> linked own opp lo lp -> least turns o p lo lp = (ko, kp) -> linked own opp ko kp.
Proof.
  intros Ht. induction Ht as [|turn turns Hp _ IH]; intros o p lo lp ko kp Ho Hl E; cbn [least] in E.
  - injection E as <- <-. assumption.
  - assert (Ho' : linked own opp (picture_of turn o 0) (picture_of turn p 0)).
    { intros how who G side. rewrite (Ho how who G side). now apply linked_turn. }
    match type of E with (if ?x then _ else _) = _ => destruct x end; (eapply IH; [| |exact E]); assumption.
Qed.

(** ** The walk *)

Variable how : scoring.
Variable holder : colour.
Variable goal : Z -> Prop.

Definition who (mine : bool) : colour := if mine then holder else other holder.

Lemma who_negb mine : who (negb mine) = other (who mine).
Proof. destruct mine; cbn; [reflexivity|]. now rewrite other_other. Qed.

Definition held (own opp : int) (mine : bool) : Prop := forces n how holder goal (abs own opp (who mine)).

Variable good : bool -> int -> int -> bool.
Hypothesis good_spec : forall mine own opp,
  good mine own opp = true -> goal (score n how (discs (abs own opp (who mine)))).

Local Notation legal own opp mine s := (legal n (abs own opp (who mine)) s).
Local Notation placed own opp s := (placed n own opp s).
Local Notation reply own opp mine s := (held (without opp (placed own opp s)) (placed own opp s) (negb mine)).

Lemma held_by_one own opp s : legal own opp true s -> reply own opp true s -> held own opp true.
Proof.
  intros Hl Hr. eapply by_a_move; [reflexivity|apply plays_spec; eassumption|].
  unfold held in Hr. now rewrite who_negb in Hr.
Qed.

Lemma held_by_all own opp : can_move n (abs own opp (who false)) ->
  (forall s, legal own opp false s -> reply own opp false s) -> held own opp false.
Proof.
  intros Hc Hall. apply by_all_moves; [cbn; apply other_neq|assumption|].
  intros s p Hp. eapply forces_alike; [eapply plays_only; eassumption|].
  specialize (Hall s ltac:(apply Hp)). unfold held in Hall. now rewrite who_negb in Hall.
Qed.

Lemma held_stuck own opp mine : ~ can_move n (abs own opp (who mine)) ->
  (if any_move (cells n) (without opp own) own then held (without opp own) own (negb mine)
   else good mine own opp = true) -> held own opp mine.
Proof.
  intros Hno Hif. pose proof (passed_spec n own opp (who mine)) as Ha.
  pose proof (any_move_spec n small (without opp own) own (other (who mine))) as Hm.
  destruct (any_move (cells n) (without opp own) own).
  - apply by_a_pass.
    + split; [assumption|]. eapply can_move_alike; [exact Ha|]. now apply Hm.
    + eapply forces_alike; [exact Ha|]. unfold held in Hif. now rewrite who_negb in Hif.
  - apply at_the_end; [|now apply good_spec]. split; [assumption|].
    intros Hc. apply (can_move_alike n) with (q := abs (without opp own) own (other (who mine))) in Hc;
      [|now apply alike_sym]. apply Hm in Hc. discriminate.
Qed.

Lemma each_spec own opp mine (next : int -> int -> bool) stuck :
  (forall s, next (without opp (placed own opp s)) (placed own opp s) = true -> reply own opp mine s) ->
  forall l moved, (forall s, In s l -> on_board n s /\ ((own lor opp) land mask n s =? 0)%uint63 = true) ->
  each (map (cell_of n) l) own opp mine moved next stuck = true ->
  ((moved = true \/ exists s, In s l /\ legal own opp mine s) \/
   stuck tt = true /\ forall s, In s l -> ~ legal own opp mine s) /\
  if mine then
    (exists s, legal own opp mine s /\ reply own opp mine s) \/
    (moved = false /\ forall s, In s l -> ~ legal own opp mine s)
  else forall s, In s l -> legal own opp mine s -> reply own opp mine s.
Proof.
  intros Hnext. induction l as [|s l IH]; intros moved Hl E.
  - cbn in E. destruct moved.
    + split; [auto|]. destruct mine; [discriminate|]. intros s [].
    + split; [right; split; [assumption|intros s []]|]. destruct mine; [right; split; [reflexivity|]|]; intros s [].
  - destruct (Hl s ltac:(now left)) as [Hs He].
    pose proof (legal_spec n small own opp (who mine) s Hs) as Hleg.
    assert (Skip : ~ legal own opp mine s -> each (map (cell_of n) l) own opp mine moved next stuck = true ->
      ((moved = true \/ exists s', In s' (s :: l) /\ legal own opp mine s') \/
       stuck tt = true /\ forall s', In s' (s :: l) -> ~ legal own opp mine s') /\
      if mine then
        (exists s, legal own opp mine s /\ reply own opp mine s) \/
        (moved = false /\ forall s', In s' (s :: l) -> ~ legal own opp mine s')
      else forall s', In s' (s :: l) -> legal own opp mine s' -> reply own opp mine s').
    { intros Hno E'. apply IH in E'; [|intros; apply Hl; now right]. destruct E' as [H1 H2].
      assert (Hall : (forall s', In s' l -> ~ legal own opp mine s') ->
        forall s', In s' (s :: l) -> ~ legal own opp mine s') by (intros H s' [<-|?]; auto).
      split.
      - destruct H1 as [[?|(s' & ? & ?)]|[? ?]]; [auto| |auto]. left. right. exists s'. split; [now right|assumption].
      - destruct mine.
        + destruct H2 as [?|[? ?]]; auto.
        + intros s' [<-|?]; [contradiction|auto]. }
    cbn [map each] in E. destruct (cell_of n s) as [x here rs] eqn:Ec.
    assert (Eh : here = mask n s) by (unfold cell_of in Ec; congruence).
    assert (Er : rs = rays (cell_of n s)) by (rewrite Ec; reflexivity).
    cbn [rays] in Hleg. subst here.
    cbv zeta in E. destruct (turned rs own opp 0 =? 0)%uint63.
    { apply Skip; [|assumption]. rewrite Hleg. intuition congruence. }
    assert (Ep : (own lor turned rs own opp 0 lor mask n s)%uint63 = placed own opp s)
      by (unfold Bits.placed; rewrite Er; reflexivity).
    rewrite Ep in E. assert (Hlegal : legal own opp mine s) by now apply Hleg.
    split; [left; right; exists s; split; [now left|assumption]|].
    destruct (next _ _) eqn:En in E; destruct mine; cbn [Bool.eqb] in E; try discriminate.
    + left. exists s. split; [assumption|]. now apply Hnext.
    + apply IH in E; [|intros; apply Hl; now right]. destruct E as [_ E].
      intros s' [<-|?]; [intros _; now apply Hnext|auto].
    + apply IH in E; [|intros; apply Hl; now right]. destruct E as [_ [E|[? _]]]; [auto|discriminate].
Qed.

Definition ordered : list cell := map (cell_of n) (in_order n).

Lemma in_in_order s : In s (in_order n) <-> on_board n s.
Proof.
  unfold in_order. rewrite !in_app_iff, !filter_In, in_squares.
  destruct (rank n s =? 0), (rank n s =? 2); cbn; intuition congruence.
Qed.

(** All empty squares are in a list. *)
Definition covers (l : list square) (own opp : int) : Prop :=
  (forall s, In s l -> on_board n s) /\
  forall s, on_board n s -> ((own lor opp) land mask n s =? 0)%uint63 = true -> In s l.

Definition empty_of (own opp : int) (l : list square) : list square :=
  filter (fun s => (own lor opp) land mask n s =? 0)%uint63 l.

Lemma still_empty_spec own opp l : still_empty (map (cell_of n) l) (own lor opp) = map (cell_of n) (empty_of own opp l).
Proof.
  unfold empty_of. induction l as [|s l IH]; cbn [map still_empty filter]; [reflexivity|].
  change (here (cell_of n s)) with (mask n s).
  destruct ((own lor opp) land mask n s =? 0)%uint63; cbn [map]; now rewrite IH.
Qed.

Lemma covers_empty own opp l : covers l own opp -> covers (empty_of own opp l) own opp.
Proof.
  intros [H1 H2]. split.
  - intros s Hs. apply filter_In in Hs as [Hs _]. auto.
  - intros s Hs He. apply filter_In. auto.
Qed.

Lemma covers_less own opp own' opp' l : covers l own opp ->
  (forall s, on_board n s -> has (own lor opp) s = true -> has (own' lor opp') s = true) -> covers l own' opp'.
Proof.
  intros [H1 H2] H. split; [assumption|]. intros s Hs He. apply H2; [assumption|].
  specialize (H s Hs). rewrite test in * by assumption.
  destruct (has (own lor opp) s); [|reflexivity]. rewrite H in He by reflexivity. discriminate.
Qed.

Lemma covers_move own opp l s : covers l own opp ->
  covers l (without opp (placed own opp s)) (placed own opp s).
Proof.
  intros H. eapply covers_less; [exact H|]. intros t _ Ht.
  unfold Bits.placed in *. rewrite !has_lor, has_without, !has_lor in *.
  destruct (has own t), (has opp t); cbn in *; try discriminate; try reflexivity;
    match goal with |- context [has ?x t] => destruct (has x t) end; try reflexivity;
    match goal with |- context [has ?x t] => destruct (has x t) end; reflexivity.
Qed.

Lemma covers_pass own opp l : covers l own opp -> covers l (without opp own) own.
Proof.
  intros H. eapply covers_less; [exact H|]. intros t _ Ht. rewrite !has_lor, has_without in *.
  destruct (has own t), (has opp t); cbn in *; congruence.
Qed.

Lemma any_move_covered own opp l (side : colour) : covers l own opp ->
  (any_move (map (cell_of n) l) own opp = any_move (cells n) own opp).
Proof.
  intros [H1 H2]. apply eq_true_iff_eq. rewrite (any_move_spec n small own opp side).
  rewrite (any_move_list n small own opp side l) by assumption. split.
  - intros (s & _ & H). exists s. exact H.
  - intros [s H]. exists s. split; [|exact H]. assert (Hs : on_board n s) by apply H. apply H2; [assumption|].
    now apply (legal_spec n small own opp side s Hs) in H as [H _].
Qed.

Lemma holds_spec : forall fuel l own opp mine, covers l own opp ->
  holds good fuel (map (cell_of n) l) own opp mine = true -> held own opp mine.
Proof.
  induction fuel as [|fuel IH]; intros l own opp mine Hc E; cbn [holds] in E; [discriminate|].
  cbv zeta in E. rewrite still_empty_spec in E. apply covers_empty in Hc.
  assert (He : forall s, In s (empty_of own opp l) -> on_board n s /\ ((own lor opp) land mask n s =? 0)%uint63 = true).
  { intros s Hs. split; [now apply Hc|]. now apply filter_In in Hs. }
  set (m := empty_of own opp l) in *. clearbody m.
  assert (Hin : forall s, legal own opp mine s -> In s m).
  { intros s H. apply Hc; [apply H|]. apply (legal_spec n small own opp (who mine) s) in H; [apply H|apply H]. }
  apply each_spec in E; [|intros s; apply IH; now apply covers_move|assumption].
  destruct E as [[[?|(s & _ & Hs)]|[Hstuck Hno]] Hmoves]; [discriminate| |].
  - assert (Hcan : can_move n (abs own opp (who mine))) by (exists s; assumption).
    destruct mine.
    + destruct Hmoves as [(s' & Hl & Hr)|[_ Hno]].
      * eapply held_by_one; eassumption.
      * exfalso. apply (Hno s); [|assumption]. now apply Hin.
    + apply held_by_all; [assumption|]. intros s' Hl. apply Hmoves; [now apply Hin|assumption].
  - apply held_stuck.
    + intros [s Hs]. apply (Hno s); [|assumption]. now apply Hin.
    + rewrite (any_move_covered _ _ _ Black) in Hstuck by now apply covers_pass.
      destruct (any_move _ _ _); [|assumption]. eapply IH; [|exact Hstuck]. now apply covers_pass.
Qed.

Definition known (seen : tree) : Prop :=
  forall h own opp mine, find_key h own opp mine seen = true -> held own opp mine.

Lemma find_add h o p m h' o' p' m' : forall t, find_key h o p m (add_key h' o' p' m' t) = true ->
  (o = o' /\ p = p' /\ m = m') \/ find_key h o p m t = true.
Proof.
  assert (Hit : forall a b a' b' c c', ((a =? a')%uint63 && (b =? b')%uint63 && Bool.eqb c c')%bool = true ->
    a = a' /\ b = b' /\ c = c').
  { intros a b a' b' c c' H. apply andb_true_iff in H as [H H3]. apply andb_true_iff in H as [H1 H2].
    apply eqb_spec in H1, H2. apply Bool.eqb_prop in H3. auto. }
  induction t as [|l IHl h0 o0 p0 m0 r IHr]; cbn [add_key find_key].
  - destruct (h =? h')%uint63.
    + destruct (_ && _)%bool eqn:E; [left; now apply Hit|discriminate].
    + destruct (h <=? h')%uint63; discriminate.
  - destruct (h' <=? h0)%uint63; cbn [find_key].
    + destruct (h =? h0)%uint63; [destruct (_ && _)%bool; [auto|apply IHl]|].
      destruct (h <=? h0)%uint63; [apply IHl|auto].
    + destruct (h =? h0)%uint63; [destruct (_ && _)%bool; auto|].
      destruct (h <=? h0)%uint63; [auto|apply IHr].
Qed.

Lemma all_of_spec mine (next : int -> int -> tree -> bytes -> outcome) :
  (forall o p seen rest seen' rest', known seen -> next o p seen rest = Done seen' rest' ->
     held o p mine /\ known seen') ->
  forall moves seen rest seen' rest', known seen -> all_of next moves seen rest = Done seen' rest' ->
    (forall o p, In (o, p) moves -> held o p mine) /\ known seen'.
Proof.
  intros Hnext. induction moves as [|[o p] moves IH]; intros seen rest seen' rest' Hk E; cbn [all_of] in E.
  - injection E as <- <-. split; [intros ? ? []|assumption].
  - destruct (next o p seen rest) as [s r|] eqn:En; [|discriminate].
    apply Hnext in En as [Hh Hk']; [|assumption]. apply IH in E as [Hall Hk'']; [|assumption].
    split; [|assumption]. intros o' p' [E|?]; [injection E as <- <-; assumption|eauto].
Qed.

Variable turns : list (list group).
Hypothesis turns_spec : Forall is_turn turns.
Variable leaves : int.

Lemma visit_spec : forall fuel left own opp mine seen rest seen' rest', known seen ->
  visit (cells n) ordered (Z.to_nat (n - 3)) (steps n) turns leaves good fuel left own opp mine seen rest =
    Done seen' rest' ->
  held own opp mine /\ known seen'.
Proof.
  induction fuel as [|fuel IH]; intros left own opp mine seen rest seen' rest' Hk E; cbn [visit] in E; [discriminate|].
  destruct (least turns own opp own opp) as [ko kp] eqn:Ekey.
  assert (Hlink : linked own opp ko kp).
  { eapply least_spec in Ekey; try eassumption; intros ? ? ? ?; reflexivity. }
  cbv zeta in E. destruct (find_key _ ko kp mine seen) eqn:Efind.
  { injection E as <- <-. split; [|assumption]. apply Hlink. exact (Hk _ _ _ _ Efind). }
  match type of E with match ?w with _ => _ end = _ => destruct w as [s r|] eqn:Ew end; [|discriminate].
  injection E as <- <-.
  assert (H : held own opp mine /\ known s).
  { destruct (left <=? leaves)%uint63.
    { destruct (holds good (S fuel) ordered own opp mine) eqn:Eh; [|discriminate Ew]. injection Ew as <- <-.
      split; [|assumption]. eapply holds_spec; [|exact Eh]. split; [now intros; apply in_in_order|].
      intros t Ht _. now apply in_in_order. }
    set (cand := candidates (Z.to_nat (n - 3)) (steps n) own opp) in *.
    assert (C1 : forall s, on_board n s -> has cand s = true -> ((own lor opp) land mask n s =? 0)%uint63 = true)
      by (intros; eapply candidate_empty; eassumption).
    assert (C2 : forall s, legal own opp mine s -> has cand s = true)
      by (intros; now apply (candidate n small own opp (who mine))).
    clearbody cand. destruct (cand =? 0)%uint63 eqn:Enone.
    { assert (Hno : ~ can_move n (abs own opp (who mine))).
      { intros [t Ht]. apply C2 in Ht. apply eqb_correct in Enone. rewrite Enone, has_0 in Ht. discriminate. }
      destruct (any_move (cells n) (without opp own) own) eqn:Epass.
      - apply IH in Ew as [Hh Hk']; [|assumption]. split; [|assumption].
        apply held_stuck; [assumption|]. now rewrite Epass.
      - destruct (good mine own opp) eqn:Eg; [|discriminate]. injection Ew as <- <-. split; [|assumption].
        apply held_stuck; [assumption|]. now rewrite Epass. }
    destruct mine.
    - destruct (take rest) as [[x rest0]|]; [|discriminate].
      destruct (choose (cells n) x cand own opp) as [[o p]|] eqn:Ec; [|discriminate].
      apply (choose_legal n small own opp (who true) cand C1) in Ec as (u & Hu & -> & ->);
        [|intros; now apply in_squares].
      apply IH in Ew as [Hh Hk']; [|assumption]. split; [|assumption]. eapply held_by_one; eassumption.
    - destruct (replies_list n small own opp (who false) cand C1 C2 (squares n)
        ltac:(intros; now apply in_squares)) as [R1 R2].
      fold (cells n) in R1, R2. set (moves := replies (cells n) cand own opp) in *. clearbody moves.
      destruct moves as [|m moves]; [discriminate|].
      eapply all_of_spec in Ew as [Hall Hk']; [|intros; eapply IH; eassumption|assumption].
      split; [|assumption]. apply held_by_all.
      + destruct m as [o p]. destruct (R1 o p) as (u & Hu & _); [now left|]. exists u. assumption.
      + intros u Hu. apply Hall, R2; [apply in_squares, Hu|assumption]. }
  destruct H as [Hh Hks]. split; [assumption|].
  intros h o p m Ef. apply find_add in Ef as [(-> & -> & ->)|Ef]; [|eauto]. apply Hlink. exact Hh.
Qed.

End Sound.

(** ** Scores *)

Section Scores.

Variable n : Z.
Hypothesis small : 1 <= n <= 7.

Local Notation has := (has n).
Local Notation size l := (Z.of_nat (List.length l)).

(** The squares of a set among the first 60. *)
Definition among (x : int) (l : list nat) : Z := size (filter (fun i => bit x (of_Z (Z.of_nat i))) l).

Lemma ones12_spec x : to_Z x < 4096 -> to_Z (ones12 x) = among x (seq 0 12).
Proof.
  intros Hx. pose proof (to_Z_bounded x) as B.
  assert (H : forallb (fun i => let x := of_Z (Z.of_nat i) in to_Z (ones12 x) =? among x (seq 0 12)) (seq 0 4096) =
    true)
    by (vm_compute; reflexivity).
  rewrite forallb_forall in H. specialize (H (Z.to_nat (to_Z x))). cbv zeta in H. rewrite Z2Nat.id, of_to_Z in H by lia.
  apply Z.eqb_eq, H. apply in_seq. lia.
Qed.

Lemma among_app x l m : among x (l ++ m) = among x l + among x m.
Proof. unfold among. rewrite filter_app, app_length. lia. Qed.

Lemma among_bound x l : 0 <= among x l <= size l.
Proof.
  unfold among. induction l as [|i l IH]; cbn [filter List.length]; [lia|]. destruct (bit x _); cbn [List.length]; lia.
Qed.

Lemma among_ext x y l :
  (forall i, In i l -> bit x (of_Z (Z.of_nat i)) = bit y (of_Z (Z.of_nat i))) -> among x l = among y l.
Proof. intros H. unfold among. now rewrite (filter_ext_in _ (fun i => bit y (of_Z (Z.of_nat i)))). Qed.

Lemma among_none x l : (forall i, In i l -> bit x (of_Z (Z.of_nat i)) = false) -> among x l = 0.
Proof.
  intros H. rewrite (among_ext x 0 l).
  - unfold among. induction l as [|i l IH]; cbn [filter]; [reflexivity|].
    rewrite bit_0. apply IH. intros; apply H. now right.
  - intros i Hi. now rewrite bit_0, H.
Qed.

Lemma among_low x : among (x land 4095) (seq 0 12) = among x (seq 0 12).
Proof.
  apply among_ext. intros i Hi. rewrite land_spec.
  assert (H : forallb (fun i => bit 4095 (of_Z (Z.of_nat i))) (seq 0 12) = true) by (vm_compute; reflexivity).
  rewrite forallb_forall in H. rewrite H by assumption. apply andb_true_r.
Qed.

Lemma seq_moved k m : forall a, map (Nat.add k) (seq a m) = seq (k + a) m.
Proof. induction m as [|m IH]; intros a; cbn [seq map]; [reflexivity|]. now rewrite IH, Nat.add_succ_r. Qed.

Lemma among_high x m : (m <= 60)%nat -> among (x >> 12) (seq 0 m) = among x (seq 12 m).
Proof.
  intros Hm. change 12%nat with (12 + 0)%nat. rewrite <- seq_moved.
  assert (Hl : forall i, In i (seq 0 m) -> (i < 60)%nat) by (intros i Hi; apply in_seq in Hi; lia).
  unfold among. f_equal. induction (seq 0 m) as [|i l IH]; cbn [map filter]; [reflexivity|].
  assert (Hi : (i < 60)%nat) by (apply Hl; now left). specialize (IH ltac:(intros; apply Hl; now right)).
  assert (M : forall z, 0 <= z < 1000 -> z mod wB = z).
  { intros z Hz. apply Z.mod_small. change wB with 9223372036854775808. lia. }
  assert (E : of_Z (Z.of_nat (12 + i)) = (12 + of_Z (Z.of_nat i))%uint63).
  { apply to_Z_inj. rewrite add_spec, !of_Z_spec. change (to_Z 12) with 12. rewrite !M by (rewrite ?M; lia). lia. }
  rewrite E, bit_lsr. replace (of_Z (Z.of_nat i) <=? 12 + of_Z (Z.of_nat i))%uint63 with true.
  2: { symmetry. apply leb_spec. rewrite add_spec, of_Z_spec. change (to_Z 12) with 12.
       rewrite !M by (rewrite ?M; lia). lia. }
  destruct (bit x _); cbn [List.length]; now rewrite IH.
Qed.

Lemma ones_spec : forall fuel x found, (fuel <= 5)%nat -> to_Z found + 12 * Z.of_nat fuel < 1000 ->
  to_Z (ones fuel x found) = to_Z found + among x (seq 0 (12 * fuel)).
Proof.
  induction fuel as [|fuel IH]; intros x found Hf Hb; cbn [ones].
  - unfold among. cbn. lia.
  - destruct (x =? 0)%uint63 eqn:E.
    + apply eqb_correct in E. subst x. rewrite among_none; [lia|]. intros i _. apply bit_0.
    + replace (12 * S fuel)%nat with (12 + 12 * fuel)%nat by lia. rewrite seq_app, among_app, <- among_low.
      rewrite <- among_high by lia.
      assert (Hx : to_Z (x land 4095) < 4096).
      { rewrite land_spec'. change (to_Z 4095) with (Z.ones 12). rewrite Z.land_ones by lia.
        apply Z.mod_pos_bound. reflexivity. }
      pose proof (ones12_spec _ Hx) as H12. pose proof (among_bound (x land 4095) (seq 0 12)) as B.
      rewrite seq_length in B. pose proof (to_Z_bounded found) as Bf.
      assert (Ha : to_Z (found + ones12 (x land 4095)) = to_Z found + among (x land 4095) (seq 0 12)).
      { rewrite add_spec, H12. apply Z.mod_small. change wB with 9223372036854775808. lia. }
      rewrite IH by lia. lia.
Qed.

Lemma tally_spec x : to_Z (tally (set_of n (squares n)) x) = size (filter (has x) (squares n)).
Proof.
  unfold tally. rewrite ones_spec by (cbn; lia). change (to_Z 0) with 0. rewrite Z.add_0_l.
  assert (Hn : n = 1 \/ n = 2 \/ n = 3 \/ n = 4 \/ n = 5 \/ n = 6 \/ n = 7) by lia.
  set (area := Z.to_nat (n * n)).
  assert (Hp : map (fun s => Z.to_nat (index n s)) (squares n) = seq 0 area)
    by (unfold area; intuition subst; reflexivity).
  assert (Hb : forallb (fun i => Bool.eqb (bit (set_of n (squares n)) (of_Z (Z.of_nat i))) (i <? area)%nat) (seq 0 60) =
    true)
    by (unfold area; intuition subst; vm_compute; reflexivity).
  rewrite forallb_forall in Hb. assert (Ha : (area <= 49)%nat) by (unfold area; nia).
  replace (12 * 5)%nat with (area + (60 - area))%nat by lia. rewrite seq_app, among_app.
  rewrite (among_none _ (seq (0 + area) _)), Z.add_0_r.
  2: { intros i Hi. apply in_seq in Hi. specialize (Hb i ltac:(apply in_seq; lia)). apply Bool.eqb_prop in Hb.
       rewrite land_spec, Hb. replace (i <? area)%nat with false; [apply andb_false_r|].
       symmetry. apply Nat.ltb_ge. lia. }
  rewrite (among_ext _ x).
  2: { intros i Hi. apply in_seq in Hi. specialize (Hb i ltac:(apply in_seq; lia)). apply Bool.eqb_prop in Hb.
       rewrite land_spec, Hb. replace (i <? area)%nat with true; [apply andb_true_r|].
       symmetry. apply Nat.ltb_lt. lia. }
  rewrite <- Hp. unfold among. f_equal.
  assert (Hall : forall s, In s (squares n) -> on_board n s) by (intros; now apply in_squares).
  clear Hp Hb. induction (squares n) as [|s l IH]; cbn [map filter]; [reflexivity|].
  destruct (place_spec n small s ltac:(apply Hall; now left)) as [_ B]. rewrite Z2Nat.id by lia.
  change (bit x (of_Z (index n s))) with (has x s).
  destruct (has x s); cbn [List.length]; rewrite IH by (intros; apply Hall; now right); reflexivity.
Qed.

Lemma size_squares : size (squares n) = n * n.
Proof.
  unfold squares. change square with (Z * Z)%type. rewrite prod_length. unfold range.
  rewrite map_length, seq_length. lia.
Qed.

Lemma count_all (b : board) : count n b (Some Black) + count n b (Some White) + count n b None = n * n.
Proof.
  rewrite <- size_squares. unfold count. induction (squares n) as [|s l IH]; cbn [filter List.length]; [reflexivity|].
  destruct (b s) as [[]|]; cbn [same List.length]; lia.
Qed.

Lemma count_nonneg (b : board) x : 0 <= count n b x.
Proof. unfold count. lia. Qed.

Lemma score_of_spec how (b : board) area black white :
  to_Z area = n * n -> to_Z black = count n b (Some Black) -> to_Z white = count n b (Some White) ->
  to_Z (score_of how area black white) = 64 + score n how b.
Proof.
  intros Ea Eb Ew. pose proof (count_all b) as Hall.
  pose proof (count_nonneg b (Some Black)) as B1. pose proof (count_nonneg b (Some White)) as B2.
  pose proof (count_nonneg b None) as B3. assert (n * n <= 49) by nia.
  unfold score. rewrite <- Eb, <- Ew in *.
  assert (M : forall z, 0 <= z < 1000 -> z mod wB = z).
  { intros z Hz. apply Z.mod_small. change wB with 9223372036854775808. lia. }
  assert (Hplain : to_Z (64 + black - white) = 64 + (to_Z black - to_Z white)).
  { rewrite sub_spec, add_spec. change (to_Z 64) with 64. rewrite (M (64 + to_Z black)) by lia. rewrite M; lia. }
  destruct how; cbn [score_of]; [assumption| |assumption].
  destruct (black =? white)%uint63 eqn:E1.
  - apply eqb_correct in E1. subst white. change (to_Z 64) with 64. rewrite Z.sub_diag. cbn. lia.
  - apply eqb_false_correct in E1. assert (to_Z black <> to_Z white) by (intros H'; apply E1; now apply to_Z_inj).
    destruct (black <=? white)%uint63 eqn:E2.
    + apply leb_spec in E2. rewrite sub_spec, !add_spec. change (to_Z 64) with 64.
      rewrite (M (64 + to_Z black)) by lia. rewrite (M (64 + to_Z black + to_Z black)) by lia. rewrite M by lia.
      rewrite Z.sgn_neg by lia. lia.
    + assert (~ to_Z black <= to_Z white) by (rewrite <- leb_spec; congruence).
      rewrite !sub_spec, !add_spec. change (to_Z 64) with 64.
      rewrite (M (64 + to_Z area)) by lia. rewrite (M (64 + to_Z area - to_Z white)) by lia. rewrite M by lia.
      rewrite Z.sgn_pos by lia. lia.
Qed.

Lemma count_own own opp side :
  count n (discs (abs n own opp side)) (Some side) = size (filter (has own) (squares n)).
Proof.
  unfold count. do 2 f_equal. apply filter_ext. intros s. cbn [abs discs].
  destruct (has own s), (has opp s), side; reflexivity.
Qed.

Lemma count_opp own opp side :
  count n (discs (abs n own opp side)) (Some (other side)) = size (filter (has (without opp own)) (squares n)).
Proof.
  unfold count. do 2 f_equal. apply filter_ext. intros s. cbn [abs discs]. rewrite has_without.
  destruct (has own s), (has opp s), side; reflexivity.
Qed.

Lemma good_for_spec how v is_least holder mine own opp : -64 <= v <= 64 ->
  good_for (set_of n (squares n)) how (of_Z (n * n)) (of_Z (64 + v)) is_least holder mine own opp = true ->
  let s := score n how (discs (abs n own opp (who holder mine))) in if is_least then s >= v else s <= v.
Proof.
  intros Hv E. cbv zeta. unfold good_for in E.
  set (b := discs (abs n own opp (who holder mine))).
  assert (Hall : forall s, In s (squares n) -> on_board n s) by (intros; now apply in_squares).
  assert (Ea : to_Z (tally (set_of n (squares n)) own) = count n b (Some (who holder mine))).
  { unfold b. now rewrite count_own, tally_spec. }
  assert (Eb : to_Z (tally (set_of n (squares n)) (without opp own)) = count n b (Some (other (who holder mine)))).
  { unfold b. now rewrite count_opp, tally_spec. }
  assert (Earea : to_Z (of_Z (n * n)) = n * n).
  { rewrite of_Z_spec. apply Z.mod_small. change wB with 9223372036854775808. nia. }
  assert (Elimit : to_Z (of_Z (64 + v)) = 64 + v).
  { rewrite of_Z_spec. apply Z.mod_small. change wB with 9223372036854775808. lia. }
  cbv zeta in E. set (a := tally _ own) in *. set (c := tally _ (without opp own)) in *.
  assert (Es : to_Z (if match holder with Black => mine | White => negb mine end
      then score_of how (of_Z (n * n)) a c else score_of how (of_Z (n * n)) c a) = 64 + score n how b).
  { destruct holder, mine; cbn [negb who other] in *; now apply score_of_spec. }
  destruct is_least; apply leb_spec in E; rewrite Es, Elimit in E; lia.
Qed.

Lemma bits_spec (b : board) c s : on_board n s -> (has (bits n b c) s = true <-> b s = Some c).
Proof.
  intros Hs. unfold bits.
  assert (H : forall l found, (forall t, In t l -> on_board n t) ->
    (has (fold_left (fun x s => if same (b s) (Some c) then (x lor mask n s)%uint63 else x) l found) s = true <->
     has found s = true \/ In s l /\ b s = Some c)).
  { induction l as [|t l IH]; intros found Hl; cbn [fold_left].
    - split; [auto|]. intros [?|[[] _]]; assumption.
    - rewrite IH by (intros; apply Hl; now right). assert (Ht : on_board n t) by (apply Hl; now left).
      destruct (same (b t) (Some c)) eqn:E.
      + assert (b t = Some c) by (destruct (b t) as [[]|], c; cbn in E; congruence).
        rewrite has_lor, orb_true_iff, has_mask by assumption. split.
        * intros [[?| ->]|[? ?]]; [auto| |].
          -- right. split; [now left|assumption].
          -- right. split; [now right|assumption].
        * intros [?|[[ -> | ? ] ?]]; auto.
      + split.
        * intros [?|[? ?]]; [auto|]. right. split; [now right|assumption].
        * intros [?|[[ -> | ? ] Hb]]; [auto| |auto]. rewrite Hb in E. destruct c; discriminate. }
  rewrite H, has_0 by (intros; now apply in_squares). rewrite in_squares. intuition discriminate.
Qed.

Lemma bits_alike p :
  alike n (abs n (bits n (discs p) (mover p)) (bits n (discs p) (other (mover p))) (mover p)) p.
Proof.
  split; [reflexivity|]. intros s Hs. cbn [abs discs].
  pose proof (bits_spec (discs p) (mover p) s Hs) as H1.
  pose proof (bits_spec (discs p) (other (mover p)) s Hs) as H2.
  destruct (has (bits n (discs p) (mover p)) s); [symmetry; now apply H1|].
  destruct (has (bits n (discs p) (other (mover p))) s); [symmetry; now apply H2|].
  destruct (discs p s) as [[]|], (mover p); cbn in *; intuition congruence.
Qed.

Lemma symmetries_turns : Forall (is_turn n) (symmetries n).
Proof.
  assert (A : is_turn n (mirroring n)) by (exists (mirror n), back; split; [apply mirror_symmetry|reflexivity]).
  assert (B : is_turn n (flipping n)) by (exists (flip n), turned_over; split; [apply flip_symmetry|reflexivity]).
  assert (C : is_turn n (transposing n))
    by (exists transpose, transpose; split; [apply transpose_symmetry|reflexivity]).
  repeat constructor; assumption.
Qed.

End Scores.

(** ** Certificates *)

(** A claim is true if its position is worth its score, by the rules. *)
Definition is_true (c : claim) : Prop := value (width c) (how c) (claimed c) (worth c).

Definition bound_is_true (is_least : bool) (c : claim) : Prop :=
  forces (width c) (how c) (holder_of is_least c) (fun score => if is_least then score >= worth c else score <= worth c)
    (claimed c).

Lemma prove_bound_sound is_least c leaves first second body c' :
  prove_bound is_least c leaves first second body = Accept c' -> c' = c /\ bound_is_true is_least c.
Proof.
  unfold prove_bound. destruct (negb _) eqn:Erange; [discriminate|]. apply negb_false_iff in Erange.
  assert (Hn : 1 <= width c <= 7) by lia. assert (Hv : -64 <= worth c <= 64) by lia. clear Erange.
  destruct (section _ _ _ _) as [seen rest|] eqn:E; [|discriminate].
  destruct (length_of rest =? _)%uint63; [|discriminate].
  intros H. injection H as <-. split; [reflexivity|]. unfold section in E. cbv zeta in E. unfold bound_is_true.
  set (n := width c) in *. set (holder := holder_of is_least c) in *.
  eapply (visit_spec n Hn (how c) holder (fun s => if is_least then s >= worth c else s <= worth c)) in E as [Hh _].
  - unfold held in Hh. replace (who holder _) with (to_move c) in Hh by (destruct holder, (to_move c); reflexivity).
    eapply forces_alike; [|exact Hh]. apply (bits_alike n Hn (claimed c)).
  - intros mine own opp. now apply good_for_spec.
  - apply symmetries_turns.
  - intros h own opp mine Ef. discriminate.
Qed.

Lemma check_by_sound prove (P : claim -> Prop) :
  (forall c leaves first second body c', prove c leaves first second body = Accept c' -> P c') ->
  forall file c, check_by prove file = Accept c -> P c.
Proof.
  intros H file c E. unfold check_by in E.
  repeat match type of E with
  | match ?x with _ => _ end = _ => destruct x; try discriminate E
  | (if ?x then _ else _) = _ => destruct x; try discriminate E
  end.
  eapply H. exact E.
Qed.

Theorem check_bound_sound is_least file c : check_bound is_least file = Accept c -> bound_is_true is_least c.
Proof.
  apply check_by_sound. intros * E. apply prove_bound_sound in E as [-> H]. exact H.
Qed.

Theorem check_sound file c : check file = Accept c -> is_true c.
Proof.
  apply check_by_sound. clear. intros c leaves first second body c' E. unfold prove in E.
  destruct (prove_bound true _ _ _ _ _) eqn:E1; [|discriminate].
  apply prove_bound_sound in E1 as [-> H1], E as [-> H2]. split; [exact H1|exact H2].
Qed.
