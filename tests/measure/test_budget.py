from serbench.measure.budget import Budget
from tests.fake_driver import FakeClock


def budget_of(whole_s, told):
    budget = Budget(whole_s, FakeClock(), lambda spent_s, doing: told.append((spent_s, doing)))
    budget.clock.now_s = 100.0
    budget.begin()
    return budget


def test_shares_are_of_what_is_left():
    budget = budget_of(60.0, [])
    assert budget.share_ends(3) == 120.0
    budget.clock.now_s += 20.0
    assert budget.share_ends(2) == 140.0
    assert budget.share_ends(1) == 160.0


def test_budget_counts_as_spent_once_it_is_over():
    told = []
    budget = budget_of(60.0, told)
    budget.clock.now_s += 20.0
    budget.tell("sampling")
    budget.is_over = True
    budget.tell("ending")
    budget.clock.now_s += 50.0
    budget.tell("ending")
    assert told == [(20.0, "sampling"), (60.0, "ending"), (70.0, "ending")]
