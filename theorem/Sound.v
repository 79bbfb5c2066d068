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

Lemma picture_list f (x : int) t : (forall s, on_board n s -> on_board n (f s)) -> on_board n t ->
  forall l found, (forall s, In s l -> on_board n s) ->
  (has (picture_of (map (fun s => (mask n s, mask n (f s))) l) x found) t = true <->
   has found t = true \/ exists s, In s l /\ has x s = true /\ t = f s).
Proof.
  intros Hf Ht. induction l as [|s l IH]; intros found Hl; cbn [map picture_of].
  - split; [auto|]. intros [?|(s & [] & _)]; assumption.
  - assert (Hs : on_board n s) by (apply Hl; now left).
    rewrite IH by (intros; apply Hl; now right). rewrite test by assumption.
    destruct (has x s) eqn:E; cbn [negb].
    + rewrite has_lor, orb_true_iff, has_mask by auto. split.
      * intros [[?|?]|(u & ? & ? & ?)]; [auto| |].
        -- right. exists s. split; [now left|auto].
        -- right. exists u. split; [now right|auto].
      * intros [?|(u & [<-|?] & ? & ?)]; [auto|auto|]. right. exists u. auto.
    + split.
      * intros [?|(u & ? & ? & ?)]; [auto|]. right. exists u. split; [now right|auto].
      * intros [?|(u & [<-|?] & ? & ?)]; [auto|congruence|]. right. exists u. auto.
Qed.

Lemma picture_spec f g x t : symmetry n f g -> on_board n t ->
  has (picture_of (map (fun s => (mask n s, mask n (f s))) (squares n)) x 0) t = has x (f t).
Proof.
  intros Hsym Ht.
  pose proof (picture_list f x t (keeps_board _ _ _ Hsym) Ht (squares n) 0%uint63
    ltac:(intros; now apply in_squares)) as H.
  apply eq_true_iff_eq. rewrite H, has_0. split.
  - intros [?|(s & _ & Hs & ->)]; [discriminate|]. now rewrite (twice _ _ _ Hsym).
  - intros Hx. right. exists (f t). split; [apply in_squares; now apply (keeps_board _ _ _ Hsym)|].
    split; [assumption|]. now rewrite (twice _ _ _ Hsym).
Qed.

(** Positions from which the same can be forced. *)
Definition linked (own opp own' opp' : int) : Prop :=
  forall how who G side, forces n how who G (abs own opp side) <-> forces n how who G (abs own' opp' side).

Definition is_turn (pairs : list (int * int)) : Prop :=
  exists f g, symmetry n f g /\ pairs = map (fun s => (mask n s, mask n (f s))) (squares n).

Lemma linked_turn pairs own opp : is_turn pairs -> linked own opp (picture_of pairs own 0) (picture_of pairs opp 0).
Proof.
  intros (f & g & Hsym & ->) how who G side.
  assert (Ha : alike n (image f (abs own opp side))
    (abs (picture_of (map (fun s => (mask n s, mask n (f s))) (squares n)) own 0)
         (picture_of (map (fun s => (mask n s, mask n (f s))) (squares n)) opp 0) side)).
  { split; [reflexivity|]. intros s Hs. cbn [Bits.abs discs image].
    now rewrite !(picture_spec f g) by assumption. }
  split; intros H.
  - eapply forces_alike; [exact Ha|]. now apply (forces_image n f g Hsym).
  - apply (forces_image_back n f g Hsym). eapply forces_alike; [apply alike_sym; exact Ha|]. assumption.
Qed.

Lemma least_spec turns own opp : Forall is_turn turns -> forall o p lo lp ko kp,
  linked own opp o p -> linked own opp lo lp -> least turns o p lo lp = (ko, kp) -> linked own opp ko kp.
Proof.
  intros Ht. induction Ht as [|pairs turns Hp _ IH]; intros o p lo lp ko kp Ho Hl E; cbn [least] in E.
  - injection E as <- <-. assumption.
  - assert (Ho' : linked own opp (picture_of pairs o 0) (picture_of pairs p 0)).
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
  (forall o p, next o p = true -> held o p (negb mine)) -> forall l moved, (forall s, In s l -> on_board n s) ->
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
  - assert (Hs : on_board n s) by (apply Hl; now left).
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
    destruct ((own lor opp) land mask n s =? 0)%uint63.
    2: { apply Skip; [|assumption]. rewrite Hleg. intuition congruence. }
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

Lemma holds_spec : forall fuel own opp mine, holds (cells n) ordered good fuel own opp mine = true -> held own opp mine.
Proof.
  induction fuel as [|fuel IH]; intros own opp mine E; cbn [holds] in E; [discriminate|].
  unfold ordered at 1 in E. apply each_spec in E;
    [|intros o p; apply IH|intros; now apply in_in_order].
  cbv beta zeta in E. destruct E as [[[?|(s & _ & Hs)]|[Hstuck Hno]] Hmoves]; [discriminate| |].
  - assert (Hcan : can_move n (abs own opp (who mine))) by (exists s; assumption).
    destruct mine.
    + destruct Hmoves as [(s' & Hl & Hr)|[_ Hno]].
      * eapply held_by_one; eassumption.
      * exfalso. apply (Hno s); [|assumption]. apply in_in_order, Hs.
    + apply held_by_all; [assumption|]. intros s' Hl. apply Hmoves; [apply in_in_order, Hl|assumption].
  - apply held_stuck.
    + intros [s Hs]. apply (Hno s); [|assumption]. apply in_in_order, Hs.
    + destruct (any_move _ _ _); [now apply IH|assumption].
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

Lemma choose_in x moves o p : choose x moves = Some (o, p) -> exists y, In (y, (o, p)) moves.
Proof.
  induction moves as [|[y [o' p']] moves IH]; cbn; [discriminate|]. destruct (Ascii.eqb x y).
  - intros E. injection E as -> ->. exists y. now left.
  - intros E. destruct (IH E) as [z Hz]. exists z. now right.
Qed.

Lemma all_of_spec mine (next : int -> int -> tree -> list ascii -> outcome) :
  (forall o p seen rest seen' rest', known seen -> next o p seen rest = Done seen' rest' ->
     held o p mine /\ known seen') ->
  forall moves seen rest seen' rest', known seen -> all_of next moves seen rest = Done seen' rest' ->
    (forall x o p, In (x, (o, p)) moves -> held o p mine) /\ known seen'.
Proof.
  intros Hnext. induction moves as [|[x [o p]] moves IH]; intros seen rest seen' rest' Hk E; cbn [all_of] in E.
  - injection E as <- <-. split; [intros ? ? ? []|assumption].
  - destruct (next o p seen rest) as [s r|] eqn:En; [|discriminate].
    apply Hnext in En as [Hh Hk']; [|assumption]. apply IH in E as [Hall Hk'']; [|assumption].
    split; [|assumption]. intros y o' p' [E|?]; [injection E as <- <- <-; assumption|eauto].
Qed.

Variable turns : list (list (int * int)).
Hypothesis turns_spec : Forall is_turn turns.
Variable leaves : int.

Lemma visit_spec : forall fuel own opp mine seen rest seen' rest', known seen ->
  visit (cells n) ordered turns leaves good fuel own opp mine seen rest = Done seen' rest' ->
  held own opp mine /\ known seen'.
Proof.
  induction fuel as [|fuel IH]; intros own opp mine seen rest seen' rest' Hk E; cbn [visit] in E; [discriminate|].
  destruct (replies_list n small own opp (who mine) (squares n) ltac:(intros; now apply in_squares)) as [R1 R2].
  fold (cells n) in R1, R2.
  set (moves := replies (cells n) own opp) in *. clearbody moves.
  assert (Hnone : moves = [] -> ~ can_move n (abs own opp (who mine))).
  { intros -> [s Hs]. destruct (R2 s) as [x []]; [apply in_squares, Hs|assumption]. }
  destruct (match moves with [] => _ | _ => _ end) eqn:Eend.
  { destruct moves; [|discriminate]. apply negb_true_iff in Eend.
    destruct (good mine own opp) eqn:Eg; [|discriminate]. injection E as <- <-. split; [|assumption].
    apply held_stuck; [auto|]. now rewrite Eend. }
  destruct (least turns own opp own opp) as [ko kp] eqn:Ekey.
  assert (Hlink : linked own opp ko kp).
  { eapply least_spec in Ekey; try eassumption; intros ? ? ? ?; reflexivity. }
  cbv zeta in E. destruct (find_key _ ko kp mine seen) eqn:Efind.
  { injection E as <- <-. split; [|assumption]. apply Hlink. exact (Hk _ _ _ _ Efind). }
  match type of E with match ?w with _ => _ end = _ => destruct w as [s r|] eqn:Ew end; [|discriminate].
  injection E as <- <-.
  assert (H : held own opp mine /\ known s).
  { destruct (empties _ _ _ <=? leaves)%uint63 in Ew.
    { destruct (holds (cells n) ordered good (S fuel) own opp mine) eqn:Eh; [|discriminate Ew]. injection Ew as <- <-.
      split; [|assumption]. eapply holds_spec; eassumption. }
    destruct moves as [|m moves].
    { apply negb_false_iff in Eend. apply IH in Ew as [Hh Hk']; [|assumption]. split; [|assumption].
      apply held_stuck; [auto|]. now rewrite Eend. }
    destruct mine.
    - destruct rest as [|x rest0]; [discriminate|].
      destruct (choose x (m :: moves)) as [[o p]|] eqn:Ec; [|discriminate].
      apply choose_in in Ec as [y Hy]. apply R1 in Hy as (u & Hu & -> & ->).
      apply IH in Ew as [Hh Hk']; [|assumption]. split; [|assumption]. eapply held_by_one; eassumption.
    - eapply all_of_spec in Ew as [Hall Hk']; [|intros; eapply IH; eassumption|assumption].
      split; [|assumption]. apply held_by_all.
      + destruct m as [x [o p]]. destruct (R1 x o p) as (u & Hu & _); [now left|]. exists u. assumption.
      + intros u Hu. destruct (R2 u) as [x Hx]; [apply in_squares, Hu|assumption|]. eapply Hall. exact Hx. }
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

Lemma tally_spec x : forall l found, (forall s, In s l -> on_board n s) -> to_Z found + size l < 1000 ->
  to_Z (tally (map (cell_of n) l) x found) = to_Z found + size (filter (has x) l).
Proof.
  induction l as [|s l IH]; intros found Hl Hf; cbn [map tally filter List.length].
  - cbn. lia.
  - cbn [List.length] in Hf. rewrite Nat2Z.inj_succ in Hf. change (here (cell_of n s)) with (mask n s).
    rewrite test by (try assumption; apply Hl; now left). pose proof (to_Z_bounded found) as B.
    assert (E : to_Z (found + 1) = to_Z found + 1).
    { rewrite add_spec. change (to_Z 1) with 1. apply Z.mod_small. change wB with 9223372036854775808. lia. }
    destruct (has x s); cbn [negb].
    + rewrite IH; [|intros; apply Hl; now right|lia]. cbn [List.length]. lia.
    + rewrite IH; [|intros; apply Hl; now right|lia]. lia.
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
  good_for (cells n) how (of_Z (n * n)) (of_Z (64 + v)) is_least holder mine own opp = true ->
  let s := score n how (discs (abs n own opp (who holder mine))) in if is_least then s >= v else s <= v.
Proof.
  intros Hv E. cbv zeta. unfold good_for in E.
  set (b := discs (abs n own opp (who holder mine))).
  assert (Hall : forall s, In s (squares n) -> on_board n s) by (intros; now apply in_squares).
  assert (Hlen : to_Z 0 + size (squares n) < 1000).
  { change (to_Z 0) with 0. rewrite size_squares. nia. }
  assert (Ea : to_Z (tally (cells n) own 0) = count n b (Some (who holder mine))).
  { unfold b. rewrite count_own. unfold cells. now rewrite tally_spec. }
  assert (Eb : to_Z (tally (cells n) (without opp own) 0) = count n b (Some (other (who holder mine)))).
  { unfold b. rewrite count_opp. unfold cells. now rewrite tally_spec. }
  assert (Earea : to_Z (of_Z (n * n)) = n * n).
  { rewrite of_Z_spec. apply Z.mod_small. change wB with 9223372036854775808. nia. }
  assert (Elimit : to_Z (of_Z (64 + v)) = 64 + v).
  { rewrite of_Z_spec. apply Z.mod_small. change wB with 9223372036854775808. lia. }
  cbv zeta in E. set (a := tally (cells n) own 0) in *. set (c := tally (cells n) (without opp own) 0) in *.
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

Lemma transposing_turn : is_turn n (transposing n).
Proof. exists transpose, transpose. split; [apply transpose_symmetry|reflexivity]. Qed.

Lemma mirroring_turn : is_turn n (mirroring n).
Proof. exists (mirror n), back. split; [apply mirror_symmetry|reflexivity]. Qed.

End Scores.

(** ** Certificates *)

(** A claim is true if its position is worth its score, by the rules. *)
Definition is_true (c : claim) : Prop := value (width c) (how c) (claimed c) (worth c).

Lemma prove_sound c leaves second body c' : prove c leaves second body = Accept c' -> c' = c /\ is_true c.
Proof.
  unfold prove. destruct (negb _) eqn:Erange; [discriminate|]. apply negb_false_iff in Erange.
  assert (Hn : 1 <= width c <= 7) by lia. assert (Hv : -64 <= worth c <= 64) by lia. clear Erange.
  cbv zeta. set (n := width c) in *.
  assert (Hturns : Forall (is_turn n)
    [transposing n; mirroring n; transposing n; mirroring n; transposing n; mirroring n; transposing n]) by (repeat constructor; try apply transposing_turn; apply mirroring_turn).
  assert (Section : forall (is_least : bool) body seen rest,
    let holder := if is_least then wants_many (how c) else other (wants_many (how c)) in
    visit (cells n) (ordered n)
      [transposing n; mirroring n; transposing n; mirroring n; transposing n; mirroring n; transposing n] leaves
      (good_for (cells n) (how c) (of_Z (n * n)) (of_Z (64 + worth c)) is_least holder)
      (S (Z.to_nat (2 * n * n))) (bits n (discs (claimed c)) (to_move c))
      (bits n (discs (claimed c)) (other (to_move c)))
      match holder, to_move c with Black, Black | White, White => true | _, _ => false end Tip body = Done seen rest ->
    forces n (how c) holder (fun s => if is_least then s >= worth c else s <= worth c) (claimed c)).
  { intros is_least body0 seen rest holder E.
    eapply (visit_spec n Hn (how c) holder (fun s => if is_least then s >= worth c else s <= worth c)) in E as [Hh _].
    - unfold held in Hh. replace (who holder _) with (to_move c) in Hh by (destruct holder, (to_move c); reflexivity).
      eapply forces_alike; [|exact Hh]. apply (bits_alike n Hn (claimed c)).
    - intros mine own opp. now apply good_for_spec.
    - assumption.
    - intros h own opp mine Ef. discriminate. }
  match goal with |- match ?w with _ => _ end = _ -> _ => destruct w as [seen rest|] eqn:E1 end; [|discriminate].
  destruct (_ =? second)%uint63; [|discriminate].
  match goal with |- match ?w with _ => _ end = _ -> _ => destruct w as [seen2 rest2|] eqn:E2 end; [|discriminate].
  destruct rest2; [|discriminate]. intros E. injection E as <-. split; [reflexivity|].
  split; [exact (Section true _ _ _ E1)|exact (Section false _ _ _ E2)].
Qed.

Theorem check_sound file c : check file = Accept c -> is_true c.
Proof.
  unfold check. intros E.
  repeat match type of E with
  | match ?x with _ => _ end = _ => destruct x; try discriminate E
  | (if ?x then _ else _) = _ => destruct x; try discriminate E
  end.
  apply prove_sound in E as [-> H]. exact H.
Qed.
