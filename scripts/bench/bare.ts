/** The baseline of the benchmarks: a Next application whose routes run one select and check nothing. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Sql } from 'postgres'
import { freePort, Service } from '../service.ts'

const next = resolve('node_modules/next/dist/bin/next')
const config = `export default { serverExternalPackages: ['postgres'], poweredByHeader: false }\n`
/** A route handler that returns the rows of a select. */
const route = (select: string) => `
  import postgres from 'postgres'
  const sql = globalThis.bareSql ??= postgres(process.env.BARE_DATABASE, { ...JSON.parse(process.env.BARE_OPTIONS), max: 10 })
  export async function GET(request) {
    const id = Number(new URL(request.url).searchParams.get('id'))
    return Response.json({ data: await sql\`${select.replace(':id', '$'.concat('{id}'))}\` })
  }
`

/** A page that shows the rows of a select in a table. */
const page = (select: string) => `
  import postgres from 'postgres'
  const sql = globalThis.bareSql ??= postgres(process.env.BARE_DATABASE, { ...JSON.parse(process.env.BARE_OPTIONS), max: 10 })
  export default async function Page({ searchParams }) {
    const id = Number((await searchParams).id)
    const rows = await sql\`${select.replace(':id', '$'.concat('{id}'))}\`
    return <table><tbody>{rows.map((row) => <tr key={row.id}><th>{row.name}</th><td>{row.size}</td></tr>)}</tbody></table>
  }
`
const layout = `
  export default function Layout({ children }) {
    return <html lang="en"><body>{children}</body></html>
  }
`

/** Starts the service and a bare Next on the same database; `owner` is a connection of the owner of the database. */
export async function withBareServer(
  callback: (service: Service, bareProcess: BareServer, owner: Sql) => Promise<void>,
): Promise<void> {
  const { connect } = await import('#db/connection/client')
  const { parseDatabaseUrl } = await import('#lib/core/network/database-url')
  const { embeddedUrl } = await import('#db/embedded/embedded')
  // Limits that are never reached, but not 0: the count of each request is part of what is measured.
  const service = await Service.start({ RATE_LIMIT_PER_MINUTE: '100000000', RATE_LIMIT_ADDRESS: '100000000' })
  const ownerUrl = embeddedUrl(service.dataDir)
  const owner = connect(ownerUrl, { max: 1 })
  try {
    const bareProcess = await BareServer.start(ownerUrl, { host: parseDatabaseUrl(ownerUrl).host })
    await callback(service, bareProcess, owner).finally(() => bareProcess.stop())
  } finally {
    await owner.end()
    await service.stop()
  }
}

/** A minimal Next application in a temporary folder, built for production with the same Next. */
class BareServer {
  readonly url: string
  private readonly folder: string
  private readonly child: ChildProcess

  private constructor(folder: string, port: number, child: ChildProcess) {
    this.folder = folder
    this.url = `http://127.0.0.1:${port}`
    this.child = child
  }

  /**
   * `list` takes the newest 15 documents of the tenant `?id=`, `get` the document `?id=`; `page` shows the newest 20.
   */
  static async start(database: string, options: object): Promise<BareServer> {
    const folder = await mkdtemp(resolve('.next-bare-'))
    const env = {
      ...process.env,
      NODE_ENV: 'production' as const,
      NEXT_DIST_DIR: '.next',
      NEXT_TELEMETRY_DISABLED: '1',
      BARE_DATABASE: database,
      BARE_OPTIONS: JSON.stringify(options),
    }
    const newest =
      'select * from documents where tenant_id = :id and not test_mode and deleted_at is null order by created_at desc, id desc limit'
    const routes = {
      list: `${newest} 15`,
      get: 'select * from documents where id = :id',
    }
    try {
      await writeFile(join(folder, 'package.json'), '{"type": "module", "private": true}\n')
      await writeFile(join(folder, 'next.config.mjs'), config)
      // Else Next would take the one of the folder above.
      await writeFile(join(folder, 'instrumentation.js'), 'export function register() {}\n')
      for (const [name, select] of Object.entries(routes)) {
        await mkdir(join(folder, 'app', name), { recursive: true })
        await writeFile(join(folder, 'app', name, 'route.js'), route(select))
      }
      await mkdir(join(folder, 'app', 'page'))
      await writeFile(join(folder, 'app', 'layout.js'), layout)
      await writeFile(join(folder, 'app', 'page', 'page.js'), page(`${newest} 20`))
      const build = spawnSync(process.execPath, [next, 'build'], { cwd: folder, env, encoding: 'utf8' })
      if (build.status !== 0)
        throw new Error(`The bare handler could not be built: ${build.stdout}${build.stderr}`)
      const port = await freePort()
      const child = spawn(process.execPath, [next, 'start', '-H', '127.0.0.1', '-p', String(port)], {
        cwd: folder,
        env,
        stdio: ['ignore', 'ignore', 'inherit'],
      })
      const bareProcess = new BareServer(folder, port, child)
      await bareProcess.ready()
      return bareProcess
    } catch (error) {
      await rm(folder, { recursive: true, force: true })
      throw error
    }
  }

  async stop(): Promise<void> {
    if (this.child.exitCode === null) {
      const ended = new Promise((resolve) => this.child.once('exit', resolve))
      this.child.kill('SIGTERM')
      await ended
    }
    await rm(this.folder, { recursive: true, force: true })
  }

  private async ready(): Promise<void> {
    for (const deadline = Date.now() + 60_000; Date.now() < deadline; await sleep(50)) {
      const response = await fetch(`${this.url}/get?id=1`).catch(() => null)
      if (response?.ok) return
    }
    await this.stop()
    throw new Error('The bare handler did not start.')
  }
}
