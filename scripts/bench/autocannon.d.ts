declare module 'autocannon' {
  interface Options {
    url: string
    connections: number
    duration: number
    method?: string
    headers?: Record<string, string>
    body?: Buffer
  }
  interface Result {
    requests: { average: number; total: number }
    latency: { p50: number; p99: number }
    non2xx: number
    errors: number
  }
  /** Puts load on a URL; the package has no types of its own. */
  export default function autocannon(options: Options): Promise<Result>
}
