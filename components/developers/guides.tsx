import { type Call, client, firstSignature } from '#components/developers/first-calls'

export interface Guide {
  id: string
  title: string
  words: string[]
  samples?: { label: string; code: string }[]
  calls?: Call[]
}

const bearer = '-H "Authorization: Bearer $PARAPH_KEY"'

/** A call that only shows something. */
function shown(title: string, words: string, curl: string, status: number): Call {
  return { title, words, curl, typescript: '', status }
}

export const guides: Guide[] = [
  {
    id: 'first-signature',
    title: 'A first signature in five calls',
    words: [
      'Make an API key on the page API keys of your dashboard, with the scopes for documents and processes, and `signing-links` if you want to hand out the links yourself. It is shown once. After a sign-up, confirm your address by the link in the mail first: until then `send` answers 403 `email_not_confirmed`.',
      'The commands read the address, the key and the ids from the shell; the TypeScript client is made of the description, so that your compiler knows every path and member.',
    ],
    samples: [
      { label: 'Shell', code: 'export PARAPH_URL=https://paraph.example\nexport PARAPH_KEY=psk_test_…' },
      {
        label: 'TypeScript',
        code: `// npm install openapi-fetch\n// npx openapi-typescript "$PARAPH_URL/api/v1/openapi.json" --default-non-nullable=false -o paraph.d.ts\n${client}`,
      },
    ],
    calls: firstSignature,
  },
  {
    id: 'rights',
    title: 'What a key may do',
    words: [
      'A key does what its scopes allow, and never more than its creator may do now. Without `scopes` it gets documents, processes, templates and vault (read and write) and `account:read`. Name `users`, `api-keys`, `webhooks` and `signing-links` when a program needs them.',
      'A key gives nothing it does not have: neither a scope to another key, nor a role to a user whose rights go beyond its scopes. Only with the scope `admins` does it make or change administrators, or change roles. A key it makes ends no later and works from no more addresses than itself.',
      'A login, by browser or access token, may make keys and change webhooks, roles and addresses for 15 minutes after the password was given; then 403 `reauthentication_required`, until the password is sent to `POST /auth/reauthenticate`. Keys are never asked. All administrators get a mail about new keys, new administrators and changed roles.',
    ],
  },
  {
    id: 'test-mode',
    title: 'Test mode',
    words: [
      'A key that begins with `psk_test_` works on the same API in a world of its own: its records carry `test_mode: true`, every page is marked TEST, no quota is used, and the signatures come from an authority that is named as a test. Nothing of it has legal effect. Its webhooks are told of what happens in it, and live ones are not. Users and live keys are no part of that world: a test key cannot change them.',
      'Live and test records do not see each other: with the other kind of key an id is a 404.',
    ],
  },
  {
    id: 'webhooks',
    title: 'Webhooks',
    words: [
      'A webhook is told what happens, in the order it happens in a process, signed as [Standard Webhooks](https://www.standardwebhooks.com/) has it. The `secret` is in the answer to its creation only.',
      'Check the signature over the bytes as they came, before you parse them; the library also refuses what is older than five minutes. Answer with 2xx within 15 seconds and do the work afterwards. Anything else is tried again for days; `webhook-id` stays the same, so keep those you have handled.',
      'An endpoint that has failed three times in a row, and takes a second or more to fail, rests between calls, five seconds at first and five minutes at most: what is due to it meanwhile comes after that; of a retry, `next_retry_at` in its log says when.',
    ],
    samples: [
      {
        label: 'Verify in TypeScript',
        code: `// npm install standardwebhooks
import { createServer } from 'node:http'
import { Webhook } from 'standardwebhooks'

const webhook = new Webhook(process.env.WEBHOOK_SECRET!)

createServer(async (request, response) => {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  try {
    const event = webhook.verify(
      Buffer.concat(chunks).toString(),
      request.headers as Record<string, string>,
    ) as { type: string; data: Record<string, unknown> }
    console.log(event.type, event.data)
    response.writeHead(204).end()
  } catch {
    response.writeHead(400).end()
  }
}).listen(8080)`,
      },
    ],
  },
  {
    id: 'errors',
    title: 'Errors',
    words: [
      'Every refusal has one shape: `error.code` for programs, `error.message` for people, `error.request_id` for us, and of bad input `error.errors` with all its faults at once, each under its field.',
      'Treat a code you do not know by its status: 4xx is yours to mend, 409 depends on a state that may change, 429 and 5xx may be tried again.',
    ],
    calls: [
      shown(
        'Bad input',
        'The name is missing, and so is half of a signer.',
        `curl -X POST "$PARAPH_URL/api/v1/signature-processes" \\
  ${bearer} \\
  -H "Content-Type: application/json" \\
  -d '{ "signers": [{ "name": "Ada" }] }'`,
        400,
      ),
      shown(
        'Not there',
        'Or not yours: the answer is the same.',
        `curl "$PARAPH_URL/api/v1/documents/987654321" \\\n  ${bearer}`,
        404,
      ),
    ],
  },
  {
    id: 'idempotency',
    title: 'Doing things once',
    words: [
      'Send `Idempotency-Key` with a POST, any text of yours: when the connection breaks, send the same request again. For 24 hours it gets the first answer, with `Idempotent-Replayed: true`, and nothing happens twice: a refusal of what you asked for (400, 404, 409, a quota that is used up) comes again too, so a request that you have mended needs a new key.',
      'What could not be read, as a form that was cut off, what your credential may not do (401, 403), what came too often (429), and what failed on our side, may come again under the same key.',
      'Another request under the same key is a 400; one that is still running is a 409, and so is one that was carried out and whose answer was lost in a failure on our side (`current_status` is `carried_out`): look for what it made.',
      'Responses are stored per API key or signed-in user; where there is no credential, as at sign-in, per client address, and errors are not stored.',
    ],
    calls: [
      shown(
        'A draft, made once',
        'Run it twice: the id stays the same.',
        `curl -X POST "$PARAPH_URL/api/v1/signature-processes" \\
  ${bearer} \\
  -H "Content-Type: application/json" \\
  -H "Idempotency-Key: order-2048" \\
  -d '{ "name": "Order 2048" }'`,
        201,
      ),
    ],
  },
  {
    id: 'pagination',
    title: 'Lists',
    words: [
      'A list comes in pages: `page` from 1, `per_page` up to 100 (more is taken as 100, and `meta` says so). `links.next` is the address of the next page, or null. `sort` takes a member, with `-` before it for the other direction. A `search` counts up to 10,000 hits; when there are more, `meta.total_exact` is false, `meta.last_page` and `links.last` are null, and `links.next` leads on.',
    ],
    calls: [
      shown(
        'Two at a time, by name',
        'And only what was not sent yet.',
        `curl "$PARAPH_URL/api/v1/signature-processes?per_page=2&sort=name&status=draft" \\\n  ${bearer}`,
        200,
      ),
    ],
  },
  {
    id: 'limits',
    title: 'Limits',
    words: [
      'By default 300 requests a minute for a key and 1,000 for an address; signers’ pages 60. `X-RateLimit-Limit` and `X-RateLimit-Remaining` stand on every answer. Beyond it: 429, with the seconds to wait in `Retry-After`.',
      'The quotas of a plan are another matter: a 403 `quota_exceeded`, which waiting does not mend before `resets_at`.',
    ],
    calls: [
      shown(
        'What is left',
        'A HEAD costs no more than its headers.',
        `curl -I "$PARAPH_URL/api/v1/account" \\\n  ${bearer}`,
        200,
      ),
    ],
  },
]
