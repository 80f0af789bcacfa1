import { timingSafeEqual } from 'node:crypto'
import { statfs } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import { AggregatorRegistry, collectDefaultMetrics, prometheusContentType } from 'prom-client'
import { type Env, env } from '#lib/core/env'
import { sha256Hex } from '#lib/core/ids'
import { gauge, registry } from '#lib/core/runtime/metrics'

/** The metrics of one process, in the form that one process gives another. */
export type ProcessMetrics = Awaited<ReturnType<typeof registry.getMetricsAsJSON>>

/**
 * Registers what every process of Node has, and the disk. All metrics of this process get its name and its build: during a
 * switch the processes of two builds have one name, and what has the same labels is added up.
 */
export function nameMetrics(process: string, build: string): void {
  registry.setDefaultLabels({ process, build })
  collectDefaultMetrics({ register: registry })
  gauge(
    { name: 'disk_bytes', help: 'The file system of the data folder.', labels: ['state'] },
    async (set) => {
      const { bsize, bavail, blocks } = await statfs(env().dataDir)
      set(bavail * bsize, { state: 'free' })
      set(blocks * bsize, { state: 'total' })
    },
  )
}

/**
 * Serves `/metrics` for Prometheus at METRICS_PORT.
 * @param collect the metrics of each process
 * @throws when the port is taken
 */
export async function serveMetrics(
  { host, port, token }: NonNullable<Env['metrics']>,
  collect: () => Promise<ProcessMetrics[]>,
): Promise<Server> {
  const server = createServer(async (request, response) => {
    const [path] = (request.url ?? '').split('?')
    if (path !== '/metrics') return response.writeHead(404).end()
    if (token !== null && !isBearer(request.headers.authorization, token))
      return response.writeHead(401, { 'www-authenticate': 'Bearer' }).end()
    try {
      const text = await AggregatorRegistry.aggregate(await collect()).metrics()
      response.writeHead(200, { 'content-type': prometheusContentType }).end(text)
    } catch {
      response.writeHead(503).end()
    }
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(
        error.code === 'EADDRINUSE'
          ? new Error(`Port ${port} on ${host} is taken: set METRICS_PORT. (fault: port_taken)`)
          : error,
      ),
    )
    server.listen(port, host, resolve)
  })
  return server
}

/** Compares hashes: they have one length, and take one time. */
function isBearer(header = '', token: string): boolean {
  const given = /^bearer +(\S+) *$/i.exec(header)?.[1] ?? ''
  return timingSafeEqual(Buffer.from(sha256Hex(given)), Buffer.from(sha256Hex(token)))
}
