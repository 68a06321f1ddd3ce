//! Tests the code for small graphs, as text. A number alone is the body of a node. Otherwise the
//! numbers are the node, if the step has one, and label depths.

use super::{Branch, Exit, Jump, Structurer, Switch, Terminator, render, structure};

/// Checks the code of a graph in which these edges have moves.
#[track_caller]
fn check(graph: &[Terminator], moves: &[(u32, u32)], expected: &str) {
    let mut structurer = Structurer::default();
    structure(&mut structurer, graph, |from, to| {
        moves.contains(&(from, to))
    });
    let found = render(&structurer);
    let expected = expected.trim_end();
    assert!(found == expected, "found:{found}\nexpected:{expected}");
}

#[test]
fn a_node_alone() {
    check(
        &[Exit],
        &[],
        "
            0
            exit 0
        ",
    );
}

#[test]
fn both_arms_of_a_conditional_fall_through_to_the_merge() {
    check(
        &[Branch(1, 2), Jump(3), Jump(3), Exit],
        &[],
        "
            0
            if 0
                1
            else
                2
            end
            3
            exit 3
        ",
    );
}

#[test]
fn a_conditional_without_else_is_skipped_by_a_branch() {
    check(
        &[Branch(1, 2), Jump(2), Exit],
        &[],
        "
            block
                0
                br_if !0 0
                1
            end
            2
            exit 2
        ",
    );
}

#[test]
fn moves_of_an_edge_without_node_go_to_its_arm() {
    check(
        &[Branch(1, 2), Jump(2), Exit],
        &[(0, 2), (1, 2)],
        "
            0
            if 0
                1
                moves 1>2
            else
                moves 0>2
            end
            2
            exit 2
        ",
    );
}

#[test]
fn moves_alone_make_an_arm() {
    check(
        &[Branch(1, 2), Branch(3, 2), Exit, Exit],
        &[(0, 2)],
        "
            block
                0
                if !0
                    moves 0>2
                    br 1
                end
                1
                br_if !1 0
                3
                exit 3
            end
            2
            exit 2
        ",
    );
}

#[test]
fn a_branch_to_one_place_is_a_jump() {
    check(
        &[Branch(1, 1), Exit],
        &[(0, 1)],
        "
            0
            moves 0>1
            1
            exit 1
        ",
    );
}

#[test]
fn arms_that_return_need_no_else() {
    check(
        &[Branch(1, 2), Exit, Branch(3, 4), Exit, Exit],
        &[],
        "
            0
            if 0
                1
                exit 1
            end
            2
            if 2
                3
                exit 3
            end
            4
            exit 4
        ",
    );
}

#[test]
fn an_arm_that_returns_comes_first() {
    // if 0 { if 1 { 3 } else { 4 }; 5 } else { 2 }
    check(
        &[Branch(1, 2), Branch(3, 4), Exit, Jump(5), Jump(5), Exit],
        &[],
        "
            0
            if !0
                2
                exit 2
            end
            1
            if 1
                3
            else
                4
            end
            5
            exit 5
        ",
    );
}

#[test]
fn a_condition_of_two_parts_shares_its_block() {
    check(
        &[Branch(1, 3), Branch(2, 3), Jump(3), Exit],
        &[],
        "
            block
                0
                br_if !0 0
                1
                br_if !1 0
                2
            end
            3
            exit 3
        ",
    );
}

#[test]
fn a_while_loop_is_left_by_its_condition() {
    check(
        &[Jump(1), Branch(2, 3), Jump(1), Exit],
        &[(0, 1), (2, 1)],
        "
            0
            moves 0>1
            block
                loop
                    1
                    br_if !1 1
                    2
                    moves 2>1
                    br 0
                end
            end
            3
            exit 3
        ",
    );
}

#[test]
fn a_do_loop_branches_back_at_its_end() {
    check(
        &[Jump(1), Branch(1, 2), Exit],
        &[],
        "
            0
            loop
                1
                br_if 1 0
            end
            2
            exit 2
        ",
    );
}

#[test]
fn a_do_loop_with_moves_falls_out_of_its_end() {
    check(
        &[Jump(1), Branch(1, 2), Exit],
        &[(0, 1), (1, 1)],
        "
            0
            moves 0>1
            loop
                1
                if 1
                    moves 1>1
                    br 1
                end
            end
            2
            exit 2
        ",
    );
}

#[test]
fn a_loop_with_break_and_continue() {
    // loop { if 1 { break }; if 2 { continue }; if 3 { return } }
    check(
        &[
            Jump(1),
            Branch(5, 2),
            Branch(1, 3),
            Branch(4, 1),
            Exit,
            Exit,
        ],
        &[],
        "
            0
            block
                loop
                    1
                    br_if 1 1
                    2
                    br_if 2 0
                    3
                    br_if !3 0
                end
                4
                exit 4
            end
            5
            exit 5
        ",
    );
}

#[test]
fn an_endless_loop() {
    check(
        &[Jump(1), Jump(1)],
        &[],
        "
            0
            loop
                1
                br 0
            end
        ",
    );
}

#[test]
fn the_entry_may_be_a_loop() {
    check(
        &[Branch(0, 1), Exit],
        &[],
        "
            loop
                0
                br_if 0 0
            end
            1
            exit 1
        ",
    );
}

#[test]
fn blocks_after_a_loop_are_outside_it() {
    // while 0 { }; while 2 { }
    check(
        &[Branch(1, 2), Jump(0), Branch(3, 4), Jump(2), Exit],
        &[],
        "
            block
                loop
                    0
                    br_if !0 1
                    1
                    br 0
                end
            end
            block
                loop
                    2
                    br_if !2 1
                    3
                    br 0
                end
            end
            4
            exit 4
        ",
    );
}

#[test]
fn a_loop_in_a_loop_with_a_break_of_both() {
    check(
        &[
            Jump(1),
            Jump(2),
            Branch(3, 4),
            Branch(5, 2),
            Branch(1, 5),
            Exit,
        ],
        &[],
        "
            0
            block
                loop
                    1
                    block
                        loop
                            2
                            br_if !2 1
                            3
                            br_if 3 3
                            br 0
                        end
                    end
                    4
                    br_if 4 0
                end
            end
            5
            exit 5
        ",
    );
}

#[test]
fn the_targets_of_a_switch_follow_blocks() {
    check(
        &[Switch(vec![1, 2, 3, 2]), Jump(4), Jump(3), Jump(4), Exit],
        &[],
        "
            block
                block
                    block
                        block
                            0
                            switch 0 [2, 0, 1, 0]
                        end
                        2
                    end
                    3
                    br 1
                end
                1
            end
            4
            exit 4
        ",
    );
}

#[test]
fn moves_of_a_switch_land_once_for_each_target() {
    check(
        &[Switch(vec![1, 2, 1, 2]), Exit, Exit],
        &[(0, 1)],
        "
            block
                block
                    0
                    switch 0 [1, 0, 1, 0]
                end
                2
                exit 2
            end
            moves 0>1
            1
            exit 1
        ",
    );
}

#[test]
fn a_switch_in_a_loop() {
    check(
        &[Jump(1), Switch(vec![1, 2, 3]), Jump(1), Exit],
        &[(1, 1)],
        "
            0
            block
                loop
                    block
                        block
                            1
                            switch 1 [1, 0, 3]
                        end
                        2
                        br 1
                    end
                    moves 1>1
                    br 0
                end
            end
            3
            exit 3
        ",
    );
}

#[test]
fn a_loop_of_two_entries_gets_a_dispatch() {
    check(
        &[Branch(1, 2), Branch(2, 3), Jump(1), Exit],
        &[(0, 1), (2, 1)],
        "
            0
            if 0
                moves 0>1
                set 0
            else
                set 1
            end
            loop
                block
                    block
                        dispatch [0, 1]
                    end
                    1
                    br_if 1 0
                    3
                    exit 3
                end
                2
                moves 2>1
                set 0
                br 0
            end
        ",
    );
}

#[test]
fn an_inner_loop_of_one_entry_needs_no_dispatch() {
    // 1, 2 and 3 make a loop with two entries; 3 is a loop inside it.
    check(
        &[Branch(1, 2), Jump(3), Branch(1, 4), Branch(3, 2), Exit],
        &[],
        "
            0
            if 0
                set 0
            else
                set 1
            end
            loop
                block
                    block
                        dispatch [0, 1]
                    end
                    1
                    loop
                        3
                        br_if 3 0
                    end
                end
                2
                if 2
                    set 0
                    br 1
                end
            end
            4
            exit 4
        ",
    );
}

#[test]
fn a_jump_into_two_loops_joins_them() {
    // A loop of 2 and 3 inside a loop of 1 to 4; both can also be entered at 3.
    check(
        &[
            Branch(1, 3),
            Jump(2),
            Jump(3),
            Branch(2, 4),
            Branch(1, 5),
            Exit,
        ],
        &[],
        "
            0
            if 0
                set 0
            else
                set 1
            end
            loop
                block
                    block
                        block
                            dispatch [0, 2, 1]
                        end
                        1
                    end
                    2
                end
                3
                if 3
                    set 2
                    br 1
                end
                4
                if 4
                    set 0
                    br 1
                end
            end
            5
            exit 5
        ",
    );
}

#[test]
fn a_loop_that_is_entered_by_a_switch() {
    // This is a graph as after a setjmp.
    check(
        &[Switch(vec![1, 2]), Jump(2), Branch(1, 3), Exit],
        &[],
        "
            block
                block
                    block
                        0
                        switch 0 [1, 0]
                    end
                    set 1
                    br 1
                end
                set 0
            end
            loop
                block
                    block
                        dispatch [0, 1]
                    end
                    1
                end
                2
                if 2
                    set 0
                    br 1
                end
            end
            3
            exit 3
        ",
    );
}

#[test]
fn the_entry_may_be_in_a_loop_of_two_entries() {
    check(
        &[Branch(1, 2), Jump(2), Branch(1, 0)],
        &[],
        "
            loop
                0
                if 0
                    set 0
                else
                    set 1
                end
                loop
                    block
                        block
                            dispatch [0, 1]
                        end
                        1
                    end
                    2
                    br_if !2 1
                    set 0
                    br 0
                end
            end
        ",
    );
}

#[test]
fn unreachable_nodes_are_left_out() {
    check(
        &[Jump(2), Jump(2), Exit],
        &[(1, 2)],
        "
            0
            2
            exit 2
        ",
    );
}
