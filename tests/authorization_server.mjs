// an authorization server of others for the tests: a certified OpenID provider, whose development pages take any name;
// it makes a token for the resource that a client names, and lets clients register by themselves
import { createRequire } from "node:module";

const { Provider } = await import(createRequire(process.argv[2]).resolve("oidc-provider"));
const port = process.argv[3];
const provider = new Provider(`http://127.0.0.1:${port}`, {
  features: {
    devInteractions: { enabled: true },
    registration: { enabled: true },
    resourceIndicators: {
      enabled: true,
      getResourceServerInfo: (_, resource) => ({ scope: "tools", audience: resource, accessTokenFormat: "jwt" }),
    },
  },
});
provider.listen(port, "127.0.0.1", () => console.log("ready"));
process.stdin.resume().on("end", () => process.exit()); // with whoever started it
