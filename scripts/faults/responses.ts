import { subscribe } from 'node:diagnostics_channel'

/** The response to a request, or that there was none. */
interface Response {
  at: number
  /** A status, or 0 for none. */
  status: number
}

interface UndiciRequest {
  origin: string
  path: string
}

/** Notes what all requests that this process sends to a service are answered with, its probes of the health aside. */
export class Responses {
  readonly list: Response[] = []

  constructor(origin: string) {
    const note = (request: UndiciRequest, status: number) => {
      if (request.origin !== origin || request.path.startsWith('/api/v1/health')) return
      this.list.push({ at: Date.now(), status })
    }
    subscribe('undici:request:headers', (message) => {
      const { request, response } = message as { request: UndiciRequest; response: { statusCode: number } }
      note(request, response.statusCode)
    })
    subscribe('undici:request:error', (message) => note((message as { request: UndiciRequest }).request, 0))
  }

  /** How many requests had which response between two instants: `312 × 2xx, 4 × 503, 2 × none`. */
  describe(from: number, to: number): string {
    const during = this.list.filter(({ at }) => at >= from && at <= to)
    const groups = Object.entries(Object.groupBy(during, ({ status }) => nameStatus(status)))
    return groups
      .map(([name, responses]) => ({ name, count: responses!.length }))
      .sort((a, b) => b.count - a.count)
      .map(({ name, count }) => `${count} × ${name}`)
      .join(', ')
  }

  /** When the last request failed for a reason of the service: with 5xx or no response; null when none did. */
  lastFailure(): number | null {
    return this.list.findLast(({ status }) => status === 0 || status >= 500)?.at ?? null
  }
}

function nameStatus(status: number): string {
  if (status === 0) return 'no response'
  return status < 400 ? '2xx' : String(status)
}
