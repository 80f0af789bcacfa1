declare module 'autocannon' {
  interface Options {
    url: string
    connections: number
    duration: number
    method?: string
    headers?: Record<string, string>
    body?: Buffer
    /** Requests per second of all connections; without it each sends its next one after a response. */
    overallRate?: number
    /** Threads that send; by default the thread of the caller does. */
    workers?: number
    /** Sent in turn. */
    requests?: { path: string; headers: Record<string, string> }[]
  }
  interface Result {
    requests: { average: number; total: number }
    latency: { p50: number; p99: number }
    non2xx: number
    statusCodeStats: Record<string, { count: number }>
    errors: number
  }
  /** Puts load on a URL; the package has no types of its own. */
  export default function autocannon(options: Options): Promise<Result>
}
