// The HTTP API from Node 18 or newer, without any package: only decide, or let the assistant act.
//
//   sayso serve --local            prints where it listens
//   SAYSO_SERVER=http://127.0.0.1:8000 SAYSO_TOKEN=$(sayso token) node examples/http_client.mjs "add buy milk tomorrow"

const { SAYSO_SERVER: server, SAYSO_TOKEN: token } = process.env
const said = process.argv[2]

async function post(path, body) {
  const answer = await fetch(server + path, {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${token}`,
      'Content-Type': 'application/json',
      'Idempotency-Key': crypto.randomUUID(), // sent again with the same key, it is carried out once
    },
    body: JSON.stringify(body),
  })
  const told = await answer.json()
  if (!answer.ok) throw new Error(`${told.message} ${told.next}`)
  return told
}

const decision = await post('/api/decide', { message: said }) // nothing is carried out
for (const step of decision.steps) console.log(step.status, step.tool_name, JSON.stringify(step.parameters))

const { id } = await post('/api/conversations', {})
const { assistant } = await post(`/api/conversations/${id}/messages`, { content: said }) // carried out, and told
console.log(assistant.content)
