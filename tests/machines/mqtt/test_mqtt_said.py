"""What a family says to each kind of device, every command in many wordings and both languages: all of it is heard."""

from collections.abc import Iterator
from typing import NamedTuple

import pytest

from sayso import Engine
from sayso_evals.home import HOME, House

GRID = HOME / "grid"  # a home of its own names


class Cell(NamedTuple):
    """Devices, one of their commands with its value, and how people ask for it."""

    devices: tuple[tuple[str, str], ...]  # what it is called, with its article where wordings need it; its key
    command: str
    value: object
    wordings: str  # one a line; {} is the device


LAMPS = (("arc lamp", "floor_lamp"), ("moon lamp", "night_light"), ("workbench lamp", "desk_lamp"))
BLINDS = (("roman blind", "kitchen_blind"), ("patio blinds", "living_shutters"))
CURTAINS = (("master curtains", "bedroom_shutter"),)
RADIATORS = (("nursery radiator", "kids_radiator"), ("ensuite radiator", "bathroom_radiator"))
DOORS = (("main door", "front_door"), ("cellar door", "back_door"))
SWITCHES = (("kettle", "coffee_machine"), ("towel warmer", "fan_heater"), ("projector", "television"))
ENGLISH = (
    Cell(
        LAMPS,
        "turn_on",
        None,
        """
        turn on the {}
        {} on
        pop the {} on please
        can you switch the {} on?
        the {}, turn it on
        I'd like the {} on
        {} on, I can't see a thing
        it's dark in here, turn on the {}
        stick the {} on would you
        """,
    ),
    Cell(
        LAMPS,
        "turn_off",
        None,
        """
        turn off the {}
        {} off
        would you mind switching off the {}
        who left the {} on? turn it off
        someone's left the {} on, switch it off
        {} off please, I'm off to bed
        turn the {} off my eyes hurt
        """,
    ),
    Cell(
        LAMPS,
        "set_brightness",
        35.0,
        """
        {} to thirty five percent
        set the {} to 35%
        dim the {} to 35 percent
        {} at 35%
        bring the {} down to 35 percent
        set the brightness of the {} to 35
        the {} is too bright, take it down to 35 percent
        """,
    ),
    Cell(LAMPS[:2], "set_color", "purple", "make the {} purple\n{} purple\n{}, purple please\nI want the {} purple"),
    Cell(LAMPS[:1], "set_color_temperature", "warm", "make the {} warm white\n{} warm white\n{} a bit warmer"),
    Cell(LAMPS[:1], "set_color_temperature", 2700.0, "set the {} to 2700 kelvin\n{} to 2700k\n{} at 2700 kelvin"),
    Cell(
        SWITCHES,
        "turn_on",
        None,
        """
        {} on
        get the {} going
        stick the {} on
        start the {}
        {} on, I'm nearly home
        """,
    ),
    Cell(SWITCHES, "turn_off", None, "{} off\nturn the {} off again\nunplug the {}\n{} off, we're going out"),
    Cell(
        BLINDS,
        "open",
        None,
        """
        open the {}
        raise the {}
        put the {} up
        {} up please
        pull the {} up
        {} all the way up
        open the {}, it's a lovely morning
        """,
    ),
    Cell(
        BLINDS,
        "close",
        None,
        """
        close the {}
        lower the {}
        {} down
        pull down the {}
        {} closed please
        close the {}, the sun is in my eyes
        """,
    ),
    Cell(BLINDS, "set_position", 30.0, "{} 30% open\nopen the {} to 30%\n{} to 30 percent\n{} open 30 percent"),
    Cell(BLINDS, "set_position", 50.0, "{} halfway\nopen the {} half way\n{} half open"),
    Cell(BLINDS, "stop", None, "stop the {}\nhold the {} there\nstop the {}, that'll do"),
    Cell(CURTAINS, "close", None, "draw the {}\nshut the {}\n{} shut\npull the {} closed"),
    Cell(CURTAINS, "open", None, "draw back the {}\npull the {} back\nopen the {}\n{} open please"),
    Cell(
        (("awning", "awning"),),
        "close",
        None,
        "awning in\nroll the {} back in\nbring the {} in, it's about to rain\nretract the {}\nraise the {}",
    ),
    Cell((("awning", "awning"),), "open", None, "{} out please\nroll out the {}\nput the {} out\nlower the {}"),
    Cell(
        DOORS,
        "lock",
        None,
        "lock the {}\n{} locked please\nbolt the {}\nmake sure the {} is locked\nlock the {}, we're leaving",
    ),
    Cell(
        DOORS, "unlock", None, "unlock the {}\n{} unlock my hands are full\nopen the {}\nunlock the {} for the cleaner"
    ),
    Cell(
        RADIATORS,
        "set_temperature",
        21.0,
        "{} to 21\nset the {} to 21 degrees\nput the {} at twenty one\nthe {} at 21 please\nturn the {} up to 21",
    ),
    Cell(RADIATORS, "raise_temperature", None, "turn up the {}\n{} a bit warmer\nit's freezing, turn up the {}"),
    Cell(RADIATORS, "lower_temperature", 2.0, "turn the {} down by 2 degrees\n{} two degrees lower"),
    Cell(
        (("lounge ac", "air_conditioner"),),
        "set_mode",
        "cool",
        "{} on cool\nput the {} in cool mode\nset the {} to cooling",
    ),
    Cell((("tower fan", "ceiling_fan"),), "raise_speed", None, "{} faster\na bit faster on the {}\nspeed up the {}"),
    Cell(
        (("tower fan", "ceiling_fan"),), "lower_speed", None, "{} slower\nslow the {} down a bit\nslower please, the {}"
    ),
    Cell(
        (("sprinkler valve", "garden_valve"),),
        "open",
        None,
        "open the {}\nreopen the {}\nwater the lawn\n{} open please",
    ),
    Cell(
        (("gas valve", "water_main"),),
        "close",
        None,
        "close the {}\n{} shut\nshut off the gas\nturn off the {}, I smell gas",
    ),
    Cell((("siren", "siren"),), "turn_off", None, "{} off\nsilence the {}\nshut the {} up\nstop that {}"),
    Cell((("siren", "siren"),), "turn_on", None, "sound the {}\nset off the {}\n{} on"),
    Cell((("siren", "siren"),), "set_volume", 40.0, "{} volume at 40\nset the volume of the {} to 40"),
    Cell((("burglar alarm", "alarm"),), "arm_night", None, "arm the {} for the night\n{} on night mode"),
    Cell((("burglar alarm", "alarm"),), "disarm", None, "disarm the {}\nturn off the {}\n{} off, it's only me"),
    Cell(
        (("roomba", "vacuum"),),
        "start",
        None,
        "start the {}\nget the {} going\nsend the {} out\nvacuum the lounge\ngive the lounge a hoover\n{} carry on",
    ),
    Cell((("roomba", "vacuum"),), "return_to_base", None, "send the {} home\n{} back to base\n{} go home\ndock the {}"),
    Cell(
        (("roomba", "vacuum"),), "locate", None, "where's the {}\nmake the {} beep\nfind the {}\nwhere's the {} hiding"
    ),
    Cell(
        (("mower", "mower"),),
        "start",
        None,
        "mow the lawn\ncould you get the lawn mowed please\nget the grass cut\nset the {} going",
    ),
    Cell((("mower", "mower"),), "return_to_base", None, "bring the {} back in, it's raining\n{} home please"),
    Cell(
        (("cat feeder", "pet_feeder"),),
        "press_feed",
        None,
        "feed the cat\nfill the cat's bowl\ndinner for the cat please",
    ),
    Cell(
        (("game time", "scenes"),),
        "activate_movie_night",
        None,
        "{}\nstart {}\nactivate the {} scene\n{} scene, the kids are here\nswitch to {}\nrun the {} scene I'm ready",
    ),
    Cell(LAMPS, "read", "state", "is the {} on?\nis the {} still on\ndid I leave the {} on?\n{} on?"),
    Cell(DOORS, "read", "state", "is the {} locked?\ndid I lock the {}\n{} locked?"),
    Cell((("nursery window", "window_sensor"),), "read", "state", "is the {} open?\n{} shut?\n{} open or closed?"),
    Cell(RADIATORS, "read", "temperature", "what's the {} set to\nwhat temperature is the {} set to?"),
    Cell((("main door lock", "front_door"),), "read", "battery", "what's the battery of the {}\nis the {} battery low"),
    Cell((("nursery", "kids_sensor"),), "read", "humidity", "how humid is it in the {}\nhumidity in the {}?"),
)
LAMPADE = (
    ("la lampada ad arco", "floor_lamp"),
    ("la lampada luna", "night_light"),
    ("la lampada del banco", "desk_lamp"),
)
NUDE = tuple((name.removeprefix("la "), key) for name, key in LAMPADE)
PERSIANE = (("le persiane del salotto", "living_shutters"), ("la veneziana della sala", "kitchen_blind"))
CALORIFERI = (("il calorifero dei bambini", "kids_radiator"), ("il calorifero del bagnetto", "bathroom_radiator"))
PORTE = (("la porta della cantina", "back_door"), ("il portoncino", "front_door"))
ITALIAN = (
    Cell(
        LAMPADE,
        "turn_on",
        None,
        """
        accendi {}
        {} accesa
        riaccendi {}
        mi accendi {}?
        potresti accendere {} per favore
        {}, accendila
        vorrei {} accesa
        accendi {} che non si vede niente
        {} accesa, qui è buio
        """,
    ),
    Cell(
        LAMPADE,
        "turn_off",
        None,
        """
        spegni {}
        {} spenta
        rispegni {}
        spegni {} che vado a letto
        chi ha lasciato accesa {}? spegnetela
        si può avere {} spenta? vorrei dormire
        """,
    ),
    Cell(
        LAMPADE,
        "set_brightness",
        35.0,
        "porta {} al 35%\nmetti {} al trentacinque per cento\n{} mettila al 35\n{} al 35 per cento",
    ),
    Cell(LAMPADE, "raise_brightness", None, "{} un po' più luminosa\npiù luminosa {}\nrendi {} più luminosa"),
    Cell(LAMPADE, "lower_brightness", None, "un pelo più bassa {}\n{} più bassa, dà fastidio agli occhi"),
    Cell(
        LAMPADE[:2],
        "set_color",
        "purple",
        """
        fai diventare viola {}
        {} falla viola
        {} la vorrei rossa, anzi no, viola
        metti {} viola
        {} falla diventare viola dai
        """,
    ),
    Cell(NUDE[:1], "set_color_temperature", "warm", "{} bianco caldo\nluce più calda sulla {}\n{} un po' più calda"),
    Cell(PERSIANE[:1], "open", None, "apri {}\ntira su {}\nalza {}\n{} aprile\n{} su\n{} aperte per favore"),
    Cell(
        PERSIANE[:1],
        "close",
        None,
        "chiudi {}\nabbassa {}\ntira giù {}\nrichiudi {}\n{} chiudile che c'è il sole\n{} giù",
    ),
    Cell(PERSIANE, "set_position", 50.0, "{} a metà\nmetti {} a metà\napri {} per metà"),
    Cell(PERSIANE, "set_position", 75.0, "apri {} per tre quarti\nporta {} al 75%"),
    Cell(PERSIANE, "stop", None, "ferma {}\nferma {} lì\nferma {}, va bene così"),
    Cell((("il tendone", "awning"),), "close", None, "ritira {}\n{} dentro, sta per piovere\nchiudi {}\nalza {}"),
    Cell((("il tendone", "awning"),), "open", None, "fuori {}\ntira fuori {}\napri {} che si cuoce\nabbassa {}"),
    Cell(PORTE, "lock", None, "chiudi a chiave {}\nblocca {}\nchiudi {} a chiave\n{} chiusa a chiave, grazie"),
    Cell(PORTE, "unlock", None, "sblocca {}\napri {} che ho le mani occupate"),
    Cell(
        CALORIFERI,
        "set_temperature",
        21.0,
        "metti {} a 21\n{} a ventuno gradi\n{} portalo a 21 che fa freddo\nimposta {} a 21 gradi",
    ),
    Cell(CALORIFERI, "lower_temperature", 2.0, "abbassa {} di due gradi\n{} due gradi in meno"),
    Cell(
        (("il climatizzatore", "air_conditioner"),),
        "set_mode",
        "dry",
        "metti {} in deumidificazione\n{} in deumidificazione",
    ),
    Cell(
        (("il ventilatore a torre", "ceiling_fan"),),
        "raise_speed",
        None,
        "più veloce {}\npiù veloce {}, si muore\n{} più forte",
    ),
    Cell((("la valvola del gas", "water_main"),), "open", None, "apri {}\nspalanca {}"),
    Cell((("la valvola del gas", "water_main"),), "close", None, "chiudi {}\nrichiudi {}\n{} chiusa\nchiudi il gas"),
    Cell(
        (("la sirena", "siren"),),
        "turn_off",
        None,
        "spegni {}\nzittisci {}\nfai smettere {}\nspegni sta cavolo di sirena",
    ),
    Cell((("la sirena", "siren"),), "turn_on", None, "fai suonare {}\nsuona {}\n{} accesa"),
    Cell((("sirena", "siren"),), "set_volume", 40.0, "volume della {} a 40\nmetti il volume della {} al 40"),
    Cell((("l'antifurto", "alarm"),), "disarm", None, "disinserisci {}\ntogli {}\nspegni {}, sono io\ndisattiva {}"),
    Cell(
        (("il roomba", "vacuum"),),
        "start",
        None,
        "fai partire {}\nmanda {} a pulire\naspira il salotto\nfai uscire {}\n{} fallo partire",
    ),
    Cell(
        (("il roomba", "vacuum"),),
        "locate",
        None,
        "fai suonare {}\nfai suonare {} che non lo trovo\ndov'è {}\ntrova {}",
    ),
    Cell(
        (("il roomba", "vacuum"),), "return_to_base", None, "rimanda {} alla base\n{} a casa\nfai tornare {} alla base"
    ),
    Cell(
        (("il tosaerba", "mower"),),
        "start",
        None,
        "taglia l'erba\nfai tagliare il prato\nfai partire {}\nfai uscire {}",
    ),
    Cell(
        (("", "pet_feeder"),),
        "press_feed",
        None,
        "dai da mangiare al gatto\nriempi la ciotola del gatto\npappa al gatto",
    ),
    Cell(
        (("serata romantica", "scenes"),),
        "activate_dinner",
        None,
        "attiva {}\nmetti la scena {}, arriva Giulia\nscena {} per favore\nlancia la scena {}\nfai partire {}",
    ),
    Cell(LAMPADE, "read", "state", "{} è accesa?\nè rimasta accesa {}?\nho lasciato accesa {}?"),
    Cell(
        (("il portoncino", "front_door"),),
        "read",
        "battery",
        "quanta batteria ha {}?\na che punto è la pila della serratura del portoncino?",
    ),
    Cell(CALORIFERI, "read", "temperature", "a quanto è impostato {}?\na che temperatura è {}?"),
    Cell((("bagnetto", "kids_sensor"),), "read", "temperature", "quanti gradi ci sono nella stanza dei bambini?"),
)
TOGETHER = {
    "en": {
        "lights off in the nursery and the ensuite": ("night_light", "mirror_light"),
        "in the ensuite turn off the light, the fan and the towel warmer": ("mirror_light", "extractor", "fan_heater"),
        "kettle off n projector off": ("coffee_machine", "television"),
        "turn off everything in the dining room, kettle included": ("kitchen_light", "worktop_strip", "coffee_machine"),
    },
    "it": {
        "luci spente in officina e nel bagnetto": ("desk_lamp", "mirror_light"),
        "nel bagnetto spegni luce, ventola e scaldasalviette": ("mirror_light", "extractor", "fan_heater"),
        "spegni luce doccia e scaldasalviette": ("mirror_light", "fan_heater"),
        "spegni tutto in sala, bollitore compreso": ("kitchen_light", "worktop_strip", "coffee_machine"),
    },
}
NOTHING = {
    "en": """
        the arc lamp was a present from my aunt
        don't turn off the stairs light, I'm still here
        I locked the main door already
        we used to have a siren like that at school
        how do you clean an awning
        no need to close the gate
        the kids broke the moon lamp yesterday
        please don't unlock the main door for anyone
        if I close the patio blinds will it get cooler?
        my feet are cold but leave the boiler alone
        """,
    "it": """
        la lampada ad arco me l'ha regalata mia zia
        non spegnere la luce delle scale che sono ancora qui
        ho già chiuso a chiave il portoncino
        secondo te il tendone verde starebbe bene?
        come si pulisce un tendone?
        non serve chiudere il cancello
        i bambini hanno rotto la lampada luna ieri
        mi raccomando non aprire il portoncino a nessuno
        se chiudo le persiane fa più fresco?
        ho i piedi freddi ma lascia stare il boiler
        """,
}


def said(cells: tuple[Cell, ...]) -> Iterator[tuple[str, dict[str, object]]]:
    for cell in cells:
        for name, key in cell.devices:
            for wording in filter(None, map(str.strip, cell.wordings.splitlines())):
                call = {"machine": key, "command": cell.command, "value": cell.value}
                yield wording.replace("{}", name), {"do": "act", "calls": [call]}


@pytest.fixture(scope="module")
def homes(engine: Engine) -> dict[str, House]:
    return {language: House(language, engine, GRID) for language in ("en", "it")}


@pytest.mark.untraced
@pytest.mark.parametrize(("language", "cells"), [("en", ENGLISH), ("it", ITALIAN)])
def test_every_command_of_every_kind_is_heard_in_the_words_of_a_family(
    language: str, cells: tuple[Cell, ...], homes: dict[str, House]
) -> None:
    lines = [{"language": language, "message": message, "expect": expect} for message, expect in said(cells)]
    heard = [homes[language].hear(line) for line in lines]
    assert not [f"{h.line['message']}: {h.verdict} {h.orders}" for h in heard if h.verdict != "right"]


@pytest.mark.untraced
@pytest.mark.parametrize("language", ["en", "it"])
def test_several_rooms_and_lists_are_all_of_them_turned_off(language: str, homes: dict[str, House]) -> None:
    for message, keys in TOGETHER[language].items():
        calls = [{"machine": key, "command": "turn_off"} for key in keys]
        line = {"language": language, "message": message, "expect": {"do": "act", "calls": calls}}
        heard = homes[language].hear(line)
        assert heard.verdict == "right", (message, heard.orders)


@pytest.mark.untraced
@pytest.mark.parametrize("language", ["en", "it"])
def test_what_is_told_denied_or_asked_in_theory_moves_nothing(language: str, homes: dict[str, House]) -> None:
    for message in filter(None, map(str.strip, NOTHING[language].splitlines())):
        line = {"language": language, "message": message, "expect": {"do": "nothing", "calls": []}}
        assert not homes[language].hear(line).orders, message
