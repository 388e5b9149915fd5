// An argument's value as a person would write it: a task by its name, a day as a day.

import { repeats } from "./repeat.js";
import { day, say } from "./words.js";

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Writes the values of a message's arguments; `tasks` and `machines` know the names of what was seen. */
export function naming({ tasks, machines, zone }) {
  return (name, value, message) => {
    if (name === "task_identifier") {
      const told = (message.results ?? []).find(({ result }) => result?.task_id === value);
      return told?.result.title ?? tasks.titles.get(value) ?? (UUID.test(value) ? say("noLonger") : String(value));
    }
    if (/^(device_id|machine_command_id)$/.test(name)) {
      const told = (message.results ?? []).find(({ result }) => result?.device_id === value || result?.machine_command_id === value)?.result;
      return machines.names.get(value) ?? (name === "device_id" ? told?.device_name : told?.command_name) ?? say("noLonger");
    }
    if (name === "metric_names" && Array.isArray(value)) return value.map((metric) => say(`metric.${metric}`)).join(", ");
    if (/^(from|to)$/.test(name)) return day(value, zone());
    if (/^(new_)?due$/.test(name) && /^\d{4}-\d\d-\d\d/.test(value)) return day(value, zone());
    if (/^(new_)?repeat$/.test(name)) return repeats(String(value)) || "–";
    if (/^(new_)?(priority|status|filter)$/.test(name)) return say(String(value));
    return typeof value === "object" ? JSON.stringify(value) : String(value);
  };
}
