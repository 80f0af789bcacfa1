import { DISABLE_AFTER_DAYS, MAX_ATTEMPTS, webhookEvents } from '#lib/webhooks/rules'
import { bearer, curlExample, type Guide } from './guide.ts'

/** What is common to all requests, and webhooks. */
export const requestGuides: Guide[] = [
  {
    id: 'webhooks',
    title: 'Webhooks',
    paragraphs: [
      'A webhook delivers events to your endpoint, in order within each process, signed according to [Standard Webhooks](https://www.standardwebhooks.com/). Its `secret` is only in the response that creates it.',
      'Verify the signature over the raw body before you parse it; the library also rejects deliveries older than five minutes. Respond with 2xx within 15 seconds, and do the work afterwards. The `webhook-id` stays the same in every attempt, so store the ids you have handled.',
      `Any other outcome is retried, up to ${MAX_ATTEMPTS} attempts in about three days; later events of the same process wait. A 410 switches the webhook off at once, and so do ${DISABLE_AFTER_DAYS} days of nothing but failures: waiting deliveries are then cancelled, and can be replayed from the log with \`POST /webhooks/{id}/logs/{log}/replay\`. A test event, and a replay of a delivery that has ended, are not retried.`,
      `The event types: ${webhookEvents.map((event) => `\`${event}\``).join(', ')}. The \`data\` of each is described under \`webhooks\` in the [OpenAPI document](/api/v1/openapi.json).`,
      'After three consecutive failures, an endpoint that takes a second or more to fail gets a backoff between deliveries, from five seconds up to five minutes. Deliveries that fall due in the meantime are made afterwards; `next_retry_at` in the log says when.',
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
      'All errors have the same shape: `error.code` for programs, `error.message` for humans, `error.request_id` for support, and for invalid input `error.errors` with all messages at once, each under its field. `error.details` says the same as keys and values, for texts in your own language.',
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
      'Responses are stored per API key or signed-in user. Without a credential, as at sign-in, they are stored per client address, and errors are not stored. The response of `POST /verify` and the paths below it is not stored but made again.',
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
    id: 'concurrent-changes',
    title: 'Concurrent changes',
    paragraphs: [
      'The fields of a process and a template come with an `ETag`, their version. Send it back in `If-Match` with `PUT /signature-processes/{id}/fields` or `PATCH /templates/{id}`: if someone else changed them in the meantime, nothing is changed and you get a 412 `precondition_failed`. Read them again and repeat your change. Without `If-Match` the last change wins. With `POST /signature-processes/{id}/fields` and `DELETE /templates/{id}` it counts too.',
      'The `ETag` of `GET /vault/documents/{id}` is the version of its tags, for `If-Match` with `PUT /vault/documents/{id}/tags` and `DELETE /vault/documents/{id}`.',
      'The other members of a process, with its people and documents, have a version of their own: the `ETag` of `GET /signature-processes/{id}` is the `updated_at` of a draft, for `If-Match` with `PATCH` and `DELETE /signature-processes/{id}` and `POST /signature-processes/{id}/send`; it does not change with the fields: to send only what you have seen of both, name both versions in `shown`. Once it was sent, the `ETag` does not change because a signer opens the documents or is reminded, as `updated_at` does; `If-Match` takes either. Other operations ignore `If-Match`: the reference lists the header where it counts.',
    ],
  },
  {
    id: 'pagination',
    title: 'Lists',
    paragraphs: [
      'Lists are paginated: `page` starts at 1, `per_page` is at most 100 (higher values count as 100, as `meta` shows). `links.next` is the URL of the next page, or null. `sort` takes a member; a leading `-` reverses the order. A `search` counts up to 10,000 hits; if there are more, `meta.total_exact` is false, `meta.last_page` and `links.last` are null, and you follow `links.next`.',
      'Filters are combined. `GET /vault/documents` filters by `signer` (a part of the name or email of a person who signed), `tags`, `date_from` and `date_to` (of the signature: days in UTC, both included, or instants), `min_size` and `max_size` (bytes); `GET /signature-processes` by `status`, `signer`, `date_from` and `date_to` (of the creation), `expires_before` and `signer_status`: `?signer=ada@example.com&signer_status=notified,viewed` lists the processes to which Ada is invited and has neither signed nor refused; those that she may only view are among them, and those of other people whose name or email contains this text. `?waits_for=ada@example.com` lists those in which it is her turn to sign or approve. `signer` and sizes are counted like a `search`. `GET /signature-processes/statistics` and `GET /vault/statistics` have the numbers by status and month.',
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
      'The quotas of your plan are separate: an exceeded quota is a 403 `quota_exceeded`: one of a month until `resets_at`, `bytes` until files are deleted or the operator raises the limit.',
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
