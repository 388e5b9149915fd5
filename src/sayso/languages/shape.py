"""What a language's files must hold: the same keys in every language, and only names that the engine knows."""

from collections.abc import Collection, Iterator, Mapping

from sayso.engine.tool import DomainTools, Toolbox

Fault = tuple[str, str]  # near what it stands, and what is wrong
OF_KIND = "@"  # before the kind of subject that a pattern speaks of without naming it
OWN_REPLIES = ("replies", "labels")  # that a domain may bring of its own
GRADES = frozenset(["named", "plain", "elsewhere", "duty", "report", "known"])
_OPTIONAL = {
    "commands": frozenset(
        (
            *("values", "units", "telling", "excepting", "slight", "joining", "until", "invariable", "many_led"),
            *(
                "towards",
                "binding",
                "including",
                "everywhere",
                "told",
                "paired",
                "calling_off",
                "onward",
                "called",
                "beside_acts",
            ),
        )
    )
}  # what not every domain speaks of
_KEYS = {
    "grammar.yaml": "language name heard elision contractions clitics formal endings hints protected negations harm"
    " abbreviations macros numbers openers leaning courtesies closers joiners not_requests answers references times"
    " shifts repeats ellipsis",
    "list": "macros intents doubtful unnamed verbs statuses undated priorities limits details values implied"
    " spoken_values pairs people deeds things destinations own brings_back examples",
    "commands": "macros intents acts things components metrics kinds rooms light_words everything no_name"
    " corrections breaks whether not_last minus spans latest limits states lasting amounts lately since halves"
    " plurals both aggregates past beyond compares versus is_so examples",
    "elsewhere.yaml": "entries subjects",
    "elsewhere.yaml entries": "never unlikely lists",
    "elsewhere.yaml subjects": "never unlikely weather",
    "commands states": "true false",
    "commands aggregates": "max min average duration",
    "commands beyond": "above below",
    "commands past": "stayed ever",
    "commands is_so": "on off open closed locked unlocked running idle online offline",
    "replies.yaml": "replies variants labels",
    "replies.yaml variants": "thanks greet bot complain not_mine nothing_asked unclear unclear_heard unclear_nearest"
    " help ack ack_closed ack_nothing decline_negated decline_hypothetical decline_empty decline_tools declined",
    "model.yaml": "role rules style tools told claims",
    "tools.yaml": "decimal acts marks small roles examples units truths things",
    "tools.yaml acts": "read compute create book send change destroy play record",
    "tools.yaml marks": "from to in at on for of with by about named between and or is as over after per where",
    "tools.yaml roles": "place person organisation moment year count money rate measure origin goal kind title unit"
    " identity words resource email url path host list flag",
    "values.yaml": "same options forms glosses defaults spans single amounts past ago times_a_year counting scales"
    " places",
    "values.yaml scales": "time months length imperial mass money",
    "tools.yaml truths": "true false",
    "model.yaml told": "data now refused_nothing refused_other refused_because guidance_title guidance_words"
    " guidance_begins guidance_takes guidance_needs guidance_asks guidance_confirms guidance_style guidance_threshold"
    " guidance_dangerous guidance_destructive guidance_offered guidance_offline guidance_several guidance_all"
    " guidance_focus guidance_declined",
    "model.yaml claims": "deeds facts yours secrets",
    "grammar.yaml harm": "destroys changes may_change reads",
    "grammar.yaml numbers": "compound ones points cardinals tens ordinals powers",
    "grammar.yaml shifts": "later earlier halves several between lead ahead polite taken_back reasons pairs openings"
    " still reports"
    " contracted one many only fillers hesitations asking helping particles reminding replacing speaker sparing spoken",
    "grammar.yaml repeats": "stand_in days parts last between nouns rules adverbs adjectives lead until until_end"
    " starting times",
    "grammar.yaml ellipsis": "marks small at on past fields says",
    "grammar.yaml ellipsis marks": "corrects too other more less asks same bye whether moves only this next hedges day"
    " instead suits said told over",
    "grammar.yaml ellipsis says": "about note state noted back open add name",
    "grammar.yaml not_requests": "stated negated how_to supposed hypothetical quoted ahead undated other",
    "grammar.yaml answers": "retracted yes and no other unsure talk named all",
    "grammar.yaml references": "pronouns indefinite everything plural numbers positions counted wrappings articles"
    " light vague head_last",
    "grammar.yaml times": "range either links until before after since onwards measures names_are_capital day_first"
    " afternoon_hours shorts short_names weekdays months units parts meridiem before_names dates clocks",
    "list statuses": "overdue completed pending all",
    "list limits": "limit offset",
    "list values": "pending completed",
    "replies.yaml labels": "parameters options fields values weekdays months month_days places acts things metrics"
    " states state_values marks events reasons",
    "replies.yaml replies": """
    ask_all ask_task_identifier ask_title ask_value ask_day ask_value_of_unknown ask_which ask_which_of_many
    confirm_add_task confirm_complete_task confirm_delete_task confirm_identity_query confirm_list_tasks
    confirm_undo confirm_undo_removing confirm_undo_removing_many confirm_redo_removing confirm_redo_removing_many
    confirm_update_task confirm_every_one confirm_several_complete_task confirm_several_delete_task
    confirm_several_update_task decline decline_empty decline_tools decline_hypothetical decline_negated declined
    decline_ahead decline_undated
    failed_near failed_of_many
    failed_no_number failed_no_tasks failed_not_found wrong_missing wrong_value wrong_empty wrong_too_short
    wrong_too_long wrong_least wrong_most wrong_range wrong_option
    failed_unknown_tool how_to_add_task how_to_complete_task how_to_delete_task
    how_to_identity_query how_to_list_tasks how_to_undo how_to_update_task or show_tasks
    reminder_due reminder_done reminder_snooze
    ask_machine ask_which_machine_of_many ask_command ask_all_machines ask_argument ask_scale ask_within
    confirm_machine_command confirm_several_machine_command
    confirm_read_metrics confirm_device_status confirm_list_machines confirm_read_events confirm_read_states
    confirm_offline confirm_untimed confirm_now confirm_once nothing_planned told_untimed ask_when_again
    told_done_already confirm_call failed_no_machine
    failed_no_machines failed_no_command failed_no_reading time_begins time_ends told_command_planned told_command_ends
    pin_missing pin_wrong pin_blocked
    failed_nobody_can failed_not_registered how_to_machine_command how_to_read_metrics
    how_to_device_status how_to_list_machines how_to_read_events how_to_read_states is_connected
    is_offline is_unknown read_metric undo_last redo_last chosen_before
    told_yes told_no told_added told_completed told_completed_already told_updated told_updated_already told_deleted
    told_skipped told_not_repeating told_last_time confirm_skip confirm_skip_on failed_not_repeating
    told_undone_gone told_undone_back told_undone_before told_redone_gone told_redone_back told_redone_after
    told_undone_gone_many told_undone_back_many told_undone_before_many
    told_redone_gone_many told_redone_back_many told_redone_after_many
    told_none_done_one told_none_done_many told_not_added confirm_ahead confirm_again_today
    confirm_several_add_task confirm_several_add_task_one
    told_nothing_to_redo confirm_redo how_to_redo told_completed_next told_completed_last told_repeats
    repeat_daily repeat_daily_many repeat_weekly repeat_weekly_many repeat_monthly repeat_monthly_many repeat_yearly
    repeat_yearly_many repeat_days repeat_days_many repeat_workdays repeat_weekend repeat_month_days
    repeat_month_days_many repeat_month_end repeat_places repeat_dates repeat_rule repeat_at repeat_until
    repeat_times_one repeat_times_many repeat_never repeat_and
    told_all_one told_all_many told_pending_one
    told_pending_many told_completed_one told_completed_many told_overdue_one told_overdue_many told_found_one
    told_found_many told_more_one told_more_many told_empty told_none told_due told_priority_low
    told_priority_medium told_priority_high told_user told_user_email told_not_found told_not_found_near
    told_nothing_to_undo told_changed_since told_invalid told_no_account told_unavailable told_repeated_key
    told_elsewhere told_rest confirm_undo_of_tasks told_stopped told_without_model
    told_command_confirmed told_command_confirmed_states told_command_sent told_command_unchanged
    told_command_rejected
    told_command_timed_out told_command_offline told_fleet_unavailable told_no_machine told_no_machine_near
    told_no_capability told_bad_setting told_out_of_bounds told_readings told_last_heard told_no_readings
    told_series told_span told_answer_is told_answer_part told_since told_max told_min told_average told_now_is
    told_above_yes told_above_no told_below_yes told_below_no told_above_since told_below_since told_above_left
    told_below_left told_above_for told_below_for
    told_machines_one told_machines_many told_no_machines told_machine told_status told_status_firmware
    told_status_commands told_events_one told_events_many told_no_events told_states_one told_states_many
    told_no_states told_later_ones
    told_question_closed told_no_conversation say_first say_add say_ticked say_arrow typed_quit typed_help
    named_add_task named_list_tasks named_complete_task named_delete_task named_update_task named_machine_command
    named_read_metrics named_device_status named_list_machines
    thanks greet bot complain complain_undo not_mine nothing_asked unclear unclear_heard unclear_nearest for_example
    help ack ack_closed ack_nothing bring_back_nothing bring_back_last
    near_add_task near_complete_task near_delete_task near_update_task
    near_list_tasks near_identity_query near_list_machines near_machine_command near_read_metrics near_device_status
    try_add try_complete try_update try_list try_read try_status
    """,
}
_DATES = frozenset(
    [
        "day",
        "weekday",
        "weekday_after",
        "weekday_in",
        "weekday_next",
        "nth_weekday",
        "last_weekday",
        "week",
        "midweek",
        "weekend",
        "month",
        "midmonth",
        "year",
        "end_of_week",
        "end_of_month",
        "end_of_year",
        "month_end",
        "ahead",
        "ahead_half",
        "ahead_quarter",
        "ahead_three_quarters",
        "ahead_and_half",
        "within",
        "date",
        "in_month",
        "monthday",
        "holiday",
        "written",
        "none",
    ]
)
_CLOCKS = frozenset(
    [
        "at",
        "bare",
        "noon",
        "midnight",
        "half_past",
        "quarter_past",
        "three_quarters",
        "quarter_to",
        "minutes_past",
        "minutes_to",
        "oclock",
        "half",
    ]
)
_REPEATS = frozenset(["unit", "daily", "weekly", "monthly", "yearly", "workdays", "weekends", "month_end"])
_POSITIONS = frozenset(["from_start", "first", "newest", "last", "next_to_last", "third_to_last", "from_end"])


def faults(name: str, data: Mapping[str, object], tools: Toolbox) -> Iterator[tuple[str, str]]:
    """(the key near which it stands, what is wrong) for everything that is missing or unknown in a language's file."""
    yield from _inside(name, data)
    if name == "model.yaml":
        yield from _described(data["tools"], tools)
    if name == "grammar.yaml":
        yield from _names(data)


def domain_faults(domain: DomainTools, data: Mapping[str, object]) -> Iterator[Fault]:
    """The same for what a language says about a domain."""
    said = {key: inside for key, inside in data.items() if key not in OWN_REPLIES}
    if not domain.has_capabilities:
        yield from _inside("list", said)
        yield from _intents(said["intents"], domain, GRADES, frozenset())
        return
    yield from _inside("commands", said)
    words = domain.facts["vocabulary"]
    for part in ("acts", "things", "components", "metrics", "rooms"):
        yield from _same(part, said[part], words[part])
    yield from _same("kinds", said["kinds"], {kind for group in domain.facts["kin"] for kind in group})
    kinds = {f"{OF_KIND}{kind}" for group in domain.facts["kin"] for kind in group}  # whose business it is by itself
    values = frozenset((*words["acts"], *words["things"], *words["components"], *words["metrics"], "last", *kinds))
    yield from _intents(said["intents"], domain, frozenset(("named", "plain")), values)


def _inside(name: str, data: Mapping[str, object]) -> Iterator[Fault]:
    yield from _keys(name, "", data)
    for key, inside in data.items():
        if f"{name} {key}" in _KEYS:
            if not isinstance(inside, Mapping):
                yield f"{key}:", f"{key} must hold keys of its own"
            else:
                yield from _keys(f"{name} {key}", key, inside)


def _same(part: str, given: object, wanted: Collection[str]) -> Iterator[Fault]:
    if not isinstance(given, Mapping) or set(given) != set(wanted):
        odd = sorted(map(str, set(given) ^ set(wanted))) if isinstance(given, Mapping) else []
        yield f"{part}:", f"{part} must be those of the domain, each with its words: {', '.join(odd)}"


def _keys(place: str, near: str, data: Mapping[str, object]) -> Iterator[tuple[str, str]]:
    wanted = frozenset(_KEYS[place].split())
    unknown = sorted(map(str, set(data) - wanted - _OPTIONAL.get(place, frozenset())))
    missing = sorted(wanted - set(data))
    if missing:
        yield f"{near}:", f"missing {', '.join(missing)}: every language has the same keys"
    if unknown:
        yield f"{unknown[0]}:", f"unknown {', '.join(unknown)}: every language has the same keys"


def _described(given: object, tools: Toolbox) -> Iterator[tuple[str, str]]:
    names = {tool.name for tool in tools}
    if not isinstance(given, Mapping) or set(given) != names:
        odd = sorted(set(given) ^ names) if isinstance(given, Mapping) else sorted(names)
        yield "tools:", f"every tool is told in a sentence, and nothing else: {', '.join(map(str, odd))}"


def _intents(
    given: object, domain: DomainTools, grades: frozenset[str], values: frozenset[str]
) -> Iterator[tuple[str, str]]:
    """Every intent of the domain, and nothing else; behind one may stand what its patterns say by themselves."""
    intents = {tool.intent for tool in domain.tools}
    named = {str(key).partition(" ")[0] for key in given} if isinstance(given, Mapping) else set()
    if not isinstance(given, Mapping) or named != intents:
        yield "intents:", f"intents must be exactly {', '.join(sorted(intents))}"
        return
    for intent, inside in given.items():
        odd = sorted(set(str(intent).split()[1:]) - values)
        if odd:
            yield f"{intent}:", f"{odd[0]} is no act, thing or metric of the domain"
        if not isinstance(inside, Mapping) or set(inside) != grades:
            yield f"{intent}:", f"{intent} must hold the grades {', '.join(sorted(grades))}"


def _names(data: Mapping[str, object]) -> Iterator[tuple[str, str]]:
    times, references, repeats = data["times"], data["references"], data["repeats"]
    assert isinstance(times, Mapping)
    assert isinstance(references, Mapping)
    assert isinstance(repeats, Mapping)
    for place, inside, known in (
        ("dates", times["dates"], _DATES),
        ("clocks", times["clocks"], _CLOCKS),
        ("positions", references["positions"], _POSITIONS),
        *((place, repeats[place], _REPEATS) for place in ("rules", "adverbs", "adjectives")),
    ):
        for name in inside:
            if str(name).split(" ")[0] not in known:
                yield f"{name}:", f"no mechanism {name!r} among {place}; there are {', '.join(sorted(known))}"
