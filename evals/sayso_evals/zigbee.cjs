// What Zigbee2MQTT publishes for real devices, without hardware: its own extension for Home Assistant, given its own
// definitions of devices. Writes a line of JSON for each message: {"topic", "payload"}, and for each definition {"definition", "key"}.
// node zigbee.cjs FOLDER EVERY OUT    FOLDER: where npm installed zigbee2mqtt; EVERY: take each such definition

const fs = require("node:fs");
const path = require("node:path");
const { createRequire } = require("node:module");

const [folder, every, out] = [path.resolve(process.argv[2]), Number(process.argv[3]), fs.openSync(process.argv[4], "w")];
const within = createRequire(path.join(folder, "package.json"));
const home = path.dirname(within.resolve("zigbee2mqtt/package.json"));
const inside = createRequire(path.join(home, "package.json"));
const converters = path.dirname(inside.resolve("zigbee-herdsman-converters"));
const say = (what) => fs.writeSync(out, `${JSON.stringify(what)}\n`);

function definitions() {
  const found = [];
  for (const file of fs.readdirSync(path.join(converters, "devices")).sort()) {
    if (file.endsWith(".js")) found.push(...(require(path.join(converters, "devices", file)).definitions ?? []));
  }
  return found.filter((_, number) => number % every === 0);
}

// The radio's part of a device: there is none, so it is the stand-in that the definitions know (`isDummyDevice`).
function radio(ieeeAddr, modelID) {
  return { isDummyDevice: true, ieeeAddr, modelID, type: "EndDevice", interviewState: "SUCCESSFUL", endpoints: [], getEndpoint: () => undefined };
}

async function main() {
  const data = fs.mkdtempSync(path.join(require("node:os").tmpdir(), "zigbee-"));
  process.env.ZIGBEE2MQTT_DATA = data;
  const chosen = definitions();
  const ids = chosen.map((_, number) => `0x${(number + 1).toString(16).padStart(16, "0")}`);
  const devices = Object.fromEntries(chosen.map((one, i) => [ids[i], { friendly_name: `${one.vendor} ${one.model} ${i}`.replace(/[\s/#+]+/g, " ") }]));
  const settings = { version: 5, homeassistant: { enabled: true }, availability: { enabled: true }, advanced: { log_output: [] }, devices };
  fs.writeFileSync(path.join(data, "configuration.yaml"), JSON.stringify(settings)); // JSON is YAML, too
  try {
    inside("./dist/util/logger").default.init();
    const Extension = inside("./dist/extension/homeassistant").default;
    const Device = inside("./dist/model/device").default;
    const EventBus = inside("./dist/eventBus").default;
    const { prepareDefinition } = inside("zigbee-herdsman-converters");
    const mqtt = { subscribe: async () => {}, unsubscribe: async () => {}, publish: async (topic, payload, options) => options?.baseTopic && say({ topic: `${options.baseTopic}/${topic}`, payload: JSON.parse(payload || "null") }) };
    const made = chosen.map((one, i) => {
      const device = new Device(radio(ids[i], one.model));
      device.definition = prepareDefinition(one);
      return device;
    });
    const zigbee = {
      getCoordinatorVersion: async () => ({ type: "stand-in", meta: { revision: 1 } }),
      firstCoordinatorEndpoint: () => ({ deviceIeeeAddress: "0x00124b0000000000" }),
      devicesIterator: () => [], groupsIterator: () => [], devicesAndGroupsIterator: () => [],
      resolveEntity: (name) => made.find((device) => device.name === name || device.ieeeAddr === name),
    };
    const extension = new Extension(zigbee, mqtt, {}, async () => {}, new EventBus(), async () => {}, async () => {}, async () => {});
    await extension.start();
    await extension.discover(extension.bridge);
    for (const device of made) {
      say({ definition: device.name, key: device.ieeeAddr });
      await extension.discover(device);
      const actions = device.exposes().find((expose) => expose.name === "action" && expose.type === "enum");
      for (const action of actions?.values ?? []) { // a button that is pressed is told of only then
        await extension.publishDeviceTriggerDiscover(device, "action", action);
      }
    }
  } finally {
    fs.rmSync(data, { recursive: true, force: true });
  }
  process.exit(0); // the extension waits for messages of a broker
}

main().catch((wrong) => {
  console.error(wrong);
  process.exit(1);
});
