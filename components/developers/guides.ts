import { type Call, clientSample, firstSignature } from '#components/developers/first-calls.ts'
import { webhookEvents } from '#lib/webhooks/rules'

export interface Guide {
  id: string
  title: string
  paragraphs: string[]
  samples?: { label: string; code: string }[]
  calls?: Call[]
}

const bearer = '-H "Authorization: Bearer $PARAPH_KEY"'

/** A call with a curl example only. */
function curlExample(
  title: string,
  text: string,
  curl: string,
  status: number,
  keep: NonNullable<Call['keep']> = [],
): Call {
  return { title, text, curl, typescript: '', status, ...(keep.length > 0 && { keep }) }
}

const json = `${bearer} \\
  -H "Content-Type: application/json"`

export const guides: Guide[] = [
  {
    id: 'first-signature',
    title: 'A first signature in five calls',
    paragraphs: [
      'Create an API key on the API keys page of your dashboard, with the scopes for documents and processes, and `signing-links` if you want to hand out the links yourself. The key is shown only once. After signing up, first confirm your email address with the link we sent you: until then `send` returns 403 `email_not_confirmed`.',
      'The commands read the URL, the key and the ids from shell variables. The TypeScript client is generated from the OpenAPI document, so your compiler knows every path and property. The package `@paraph/sdk`, in the folder `sdk` of the source code, is such a client with retries, helpers for files and the verification of webhooks.',
    ],
    samples: [
      { label: 'Shell', code: 'export PARAPH_URL=https://paraph.example\nexport PARAPH_KEY=psk_test_…' },
      {
        label: 'TypeScript',
        code: `// npm install openapi-fetch\n// npx openapi-typescript "$PARAPH_URL/api/v1/openapi.json" --default-non-nullable=false -o paraph.d.ts\n${clientSample}`,
      },
    ],
    calls: firstSignature,
  },
  {
    id: 'one-request',
    title: 'Create, prefill and send in one request',
    paragraphs: [
      'A request that creates a process can also have its `fields`, with `document_index` and `signer_index` in place of ids, and preset `values` by the label of their field. With `send: true` the process is sent at once; if that fails, nothing is created, and the error says why. `POST /templates/{id}/use` takes `values` and `send` too.',
      'Each signer may have a `subject` and a `message` of their own.',
    ],
    calls: [
      curlExample(
        'Upload a document',
        'Each process has documents of its own.',
        `curl -X POST "$PARAPH_URL/api/v1/documents" \\\n  ${bearer} \\\n  -F "file=@lease.pdf"`,
        201,
        [{ name: 'DOCUMENT_ID', from: 'data.id' }],
      ),
      curlExample(
        'Create and send',
        'The response is the process that was sent. An `Idempotency-Key` makes the request safe to retry.',
        `curl -X POST "$PARAPH_URL/api/v1/signature-processes" \\
  ${json} \\
  -H "Idempotency-Key: lease-2048" \\
  -d '{
    "name": "Lease",
    "documents": [{ "id": '$DOCUMENT_ID' }],
    "signers": [{ "name": "Ada Lovelace", "email": "ada@example.com", "message": "As agreed." }],
    "fields": [
      { "type": "signature", "page": 1, "x": 72, "y": 640, "width": 160, "height": 40 },
      { "type": "number", "label": "Rent", "page": 1, "x": 72, "y": 600, "width": 160, "height": 24 }
    ],
    "values": { "Rent": 1200 },
    "send": true
  }'`,
        201,
        [
          { name: 'PROCESS_ID', from: 'data.id' },
          { name: 'SIGNER_ID', from: 'data.signers.0.id' },
        ],
      ),
    ],
  },
  {
    id: 'fields-in-files',
    title: 'Fields from the file',
    paragraphs: [
      'With `import_fields: true`, a new process or template gets the fields that its PDFs already have: form fields (text fields, check boxes, lists and empty signature fields) and text tags. When the process is sent, the form fields are replaced by ours, and the text tags are covered with white.',
      'A text tag is a text in double braces with a name and, after semicolons, more keys: `{{Tenant signature;type=signature;role=Tenant;width=160;height=40}}`. The keys are `name`, `type`, `role`, `required`, `readonly`, `default`, `options` (separated by commas), `title`, `placeholder`, `width` and `height` (points). Without `type` it is a text field, without `required=false` it must be filled in, and its top left corner is that of the tag. A tag with another key or type is an error that names it.',
      'The fields of a role go to the signer with that `role_name` (in a template, to the role with that name); other roles go to the remaining signers in order, and fields without a role to the first signer. `values` can name imported fields by their label or by their name in the file.',
      'A field can also be placed by a text of the document: `"anchor": { "text": "Signature:", "occurrence": 1, "dx": 60, "dy": -10 }` in place of `page`, `x` and `y`.',
      'Push buttons, radio buttons, password fields and lists with several selections are not imported and stay in the file; nor is anything in a file that was signed before. `problems` lists them.',
    ],
    calls: [
      curlExample(
        'Upload a document',
        'A file with form fields or text tags.',
        `curl -X POST "$PARAPH_URL/api/v1/documents" \\\n  ${bearer} \\\n  -F "file=@lease.pdf"`,
        201,
        [{ name: 'DOCUMENT_ID', from: 'data.id' }],
      ),
      curlExample(
        'See its fields',
        'What can be imported, and what cannot.',
        `curl "$PARAPH_URL/api/v1/documents/$DOCUMENT_ID/fields" \\\n  ${bearer}`,
        200,
      ),
      curlExample(
        'Create a process with them',
        'Fields of your own can be added.',
        `curl -X POST "$PARAPH_URL/api/v1/signature-processes" \\
  ${json} \\
  -d '{
    "name": "Lease",
    "documents": [{ "id": '$DOCUMENT_ID' }],
    "signers": [{ "name": "Ada Lovelace", "email": "ada@example.com", "role_name": "Tenant" }],
    "import_fields": true
  }'`,
        201,
      ),
    ],
  },
  {
    id: 'corrections',
    title: 'Correct what was sent',
    paragraphs: [
      'As long as a process waits for signatures, people who have not signed can be changed, replaced, added or removed, and the message, the expiry and the reminders changed. What has been signed is never touched. The audit trail and the certificate say what was changed, and by whom.',
      'After another name, email or order the old link stops working at once, and the person is invited by a new one when it is their turn. Someone who was invited and is replaced or removed is notified by email.',
      'Until the first signature the documents are prepared again, so that they show the people who sign. After it, a signer cannot be added (viewers and copies can), and a name that is printed on an added signature page cannot be changed: both are a 409.',
    ],
    calls: [
      curlExample(
        'Replace a signer',
        'Absent members stay unchanged.',
        `curl -X PATCH "$PARAPH_URL/api/v1/signature-processes/$PROCESS_ID/signers/$SIGNER_ID" \\
  ${json} \\
  -d '{ "name": "Grace Hopper", "email": "grace@example.com" }'`,
        200,
      ),
      curlExample(
        'Add a copy',
        'The new person gets the signed document when everyone has signed.',
        `curl -X POST "$PARAPH_URL/api/v1/signature-processes/$PROCESS_ID/signers" \\
  ${json} \\
  -d '{ "name": "Ada Lovelace", "email": "ada@example.com", "role": "cc" }'`,
        201,
      ),
      curlExample(
        'Give more time',
        'The days count from the day of sending.',
        `curl -X PATCH "$PARAPH_URL/api/v1/signature-processes/$PROCESS_ID" \\
  ${json} \\
  -d '{ "options": { "expires_in_days": 120, "reminder_days": 7 } }'`,
        200,
      ),
    ],
  },
  {
    id: 'void',
    title: 'Declare a signed document void',
    paragraphs: [
      'When the parties no longer want what they signed, `POST /signature-processes/{id}/void` with a `reason` gives the completed process the status `voided`. The signed files and the evidence stay and can still be downloaded; the signatures in the file stay valid, as nobody can take them back. The audit trail, the webhook event `process.voided` and `voided_at` in the response of `POST /verify` say that the process is void, and everyone who has the file gets an email with the reason.',
    ],
  },
  {
    id: 'branding',
    title: 'Your name, logo and colour',
    paragraphs: [
      'An administrator sets `name`, `color` (`#rrggbb`, with a contrast of at least 4.5 to 1 to white) and `reply_to` with `PATCH /account`, and the logo with `PUT /account/logo` (a PNG as multipart form, `DELETE` removes it). Signing pages show the logo and the colour, emails the colour, certificates of completion the logo; replies to emails about processes go to `reply_to`. `locale`, `expires_in_days` and `reminder_days` are the defaults of new processes and templates.',
    ],
  },
  {
    id: 'rights',
    title: 'What a key may do',
    paragraphs: [
      'A key may do what its scopes allow, but never more than its creator is currently allowed to do. Without `scopes` it gets documents, processes, templates and vault (read and write) and `account:read`. Request `users`, `api-keys`, `webhooks` and `signing-links` explicitly if your program needs them.',
      'A key cannot grant more than it has: no scope it lacks to another key, and no role that exceeds its scopes to a user. Only with the scope `admins` can it create or change administrators, or change roles. A key that it creates expires no later than itself, and works only from the IP addresses allowed for it.',
      'A user session (browser or access token) may create keys and change webhooks, roles and email addresses for 15 minutes after the password was entered. After that it gets 403 `reauthentication_required` until the password is sent to `POST /auth/reauthenticate`. API keys are exempt. All administrators get an email about new keys, new administrators and changed roles.',
    ],
  },
  {
    id: 'test-mode',
    title: 'Test mode',
    paragraphs: [
      'A key that begins with `psk_test_` uses the same API with separate data: its records have `test_mode: true`, every page is marked TEST, no quota is used, and the signatures come from a certificate authority named as a test. Nothing signed in test mode has legal effect. Test webhooks receive test events only, and live webhooks live events only. Users and live keys belong to live mode: a test key cannot change them.',
      'Live and test records are separate: using an id with the other kind of key returns 404.',
    ],
  },
  {
    id: 'webhooks',
    title: 'Webhooks',
    paragraphs: [
      'A webhook delivers events to your endpoint, in order within each process, signed according to [Standard Webhooks](https://www.standardwebhooks.com/). Its `secret` is only in the response that creates it.',
      'Verify the signature over the raw body before you parse it; the library also rejects deliveries older than five minutes. Respond with 2xx within 15 seconds, and do the work afterwards. Any other outcome is retried for days. The `webhook-id` stays the same, so store the ids you have handled.',
      `The event types: ${webhookEvents.map((event) => `\`${event}\``).join(', ')}. The \`data\` of each is described under \`webhooks\` in the [OpenAPI document](/api/v1/openapi.json).`,
      'After three consecutive failures, an endpoint that takes a second or more to fail gets a backoff between deliveries, from five seconds up to five minutes. Deliveries that fall due in the meantime are made afterwards; for a retry, `next_retry_at` in the log says when.',
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
    paragraphs: [
      'All errors have the same shape: `error.code` for programs, `error.message` for humans, `error.request_id` for support, and for invalid input `error.errors` with all messages at once, each under its field.',
      'Handle unknown codes by their status: fix the request after a 4xx; 409 depends on a state that may change; 429 and 5xx can be retried.',
    ],
    calls: [
      curlExample(
        'Invalid input',
        'The name of the process and the email address of the signer are missing.',
        `curl -X POST "$PARAPH_URL/api/v1/signature-processes" \\
  ${bearer} \\
  -H "Content-Type: application/json" \\
  -d '{ "signers": [{ "name": "Ada" }] }'`,
        400,
      ),
      curlExample(
        'Not found',
        'A record of another tenant gets the same response.',
        `curl "$PARAPH_URL/api/v1/documents/987654321" \\\n  ${bearer}`,
        404,
      ),
    ],
  },
  {
    id: 'idempotency',
    title: 'Idempotency',
    paragraphs: [
      'Send an `Idempotency-Key` with a POST, a unique text of your choice. If the connection breaks, send the same request again: for 24 hours it gets the stored first response, with `Idempotent-Replayed: true`, and nothing happens twice. Errors caused by the request (400, 404, 409, an exceeded quota) are stored too, so a corrected request needs a new key.',
      'You can reuse the key after a request that could not be read (such as an incomplete form), that your credential does not allow (401, 403), that was rate limited (429), or that failed on our side.',
      'A different request with the same key gets a 400. While the first request is still running you get a 409, and also if it was executed but its response was lost in a failure on our side (`current_status` is `carried_out`): in that case look up what it created.',
      'Responses are stored per API key or signed-in user. Without a credential, as at sign-in, they are stored per client address, and errors are not stored.',
    ],
    calls: [
      curlExample(
        'A draft, created once',
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
    paragraphs: [
      'Lists are paginated: `page` starts at 1, `per_page` is at most 100 (higher values count as 100, as `meta` shows). `links.next` is the URL of the next page, or null. `sort` takes a member; a leading `-` reverses the order. A `search` counts up to 10,000 hits; if there are more, `meta.total_exact` is false, `meta.last_page` and `links.last` are null, and you follow `links.next`.',
    ],
    calls: [
      curlExample(
        'Two at a time, by name',
        'Only processes that have not been sent yet.',
        `curl "$PARAPH_URL/api/v1/signature-processes?per_page=2&sort=name&status=draft" \\\n  ${bearer}`,
        200,
      ),
    ],
  },
  {
    id: 'limits',
    title: 'Limits',
    paragraphs: [
      'By default 300 requests per minute for a key and 1,000 for a client address; 60 for the signing pages. Every response has `X-RateLimit-Limit` and `X-RateLimit-Remaining`. Beyond the limit you get a 429, with the seconds to wait in `Retry-After`.',
      'The quotas of your plan are separate: an exceeded quota is a 403 `quota_exceeded` until `resets_at`.',
    ],
    calls: [
      curlExample(
        'Check your limit',
        'A HEAD request returns only the headers.',
        `curl -I "$PARAPH_URL/api/v1/account" \\\n  ${bearer}`,
        200,
      ),
    ],
  },
]
