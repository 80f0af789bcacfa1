import { createHmac, timingSafeEqual } from 'node:crypto'

const TOLERANCE_SECONDS = 5 * 60

/** Whether a delivery was signed with the secret of the webhook and is recent (Standard Webhooks). */
export function isGenuine(body: Buffer, headers: Record<string, unknown>, secret: string): boolean {
  const [id, timestamp, signatures] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) =>
    String(headers[name] ?? ''),
  ) as [string, string, string]
  const age = Date.now() / 1000 - Number(timestamp)
  if (!/^\d+$/.test(timestamp) || Math.abs(age) > TOLERANCE_SECONDS) return false
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
  const expected = createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest()
  // Two while the secret is being changed.
  return signatures.split(' ').some((entry) => {
    const received = Buffer.from(entry.replace(/^v1,/, ''), 'base64')
    return (
      entry.startsWith('v1,') && received.length === expected.length && timingSafeEqual(received, expected)
    )
  })
}
