import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { EmbeddedServer } from '#db/embedded/embedded'
import { openMailServer, type TestMailServer } from '#lib/testing/servers/mail-server'
import { openS3, type S3Server, s3Credentials } from '#lib/testing/servers/s3'
import { openStamper, type StampServer } from '#lib/testing/servers/stamper'
import { Client, makeLogin } from '../client.ts'
import { Load } from '../load.ts'
import { Service } from '../service.ts'
import { DatabaseProxy } from './database-proxy.ts'
import { Responses } from './responses.ts'

const LIBFAKETIME = ['x86_64', 'aarch64']
  .map((machine) => `/usr/lib/${machine}-linux-gnu/faketime/libfaketime.so.1`)
  .find(existsSync)
/** Longer than a signature takes: at each moment some processes have one of their two. */
const LOOK_MILLISECONDS = 2000
const COMPLETION_SECONDS = 400

/** A service with one tenant, and the servers around it, which can fail. */
export class Site {
  readonly service: Service
  /** For files of the faults. */
  readonly folder = mkdtempSync(join(tmpdir(), 'paraph-faults-'))
  /** Called in reverse order once the service has ended. */
  readonly cleanups: (() => unknown)[] = []
  /** What the requests of this process to the service are answered with. */
  readonly responses: Responses
  bucket: S3Server | null = null
  mailServer: TestMailServer | null = null
  stamper: StampServer | null = null
  databaseServer: EmbeddedServer | null = null
  databaseProxy: DatabaseProxy | null = null
  readonly #admin = makeLogin()
  #client: Client | null = null
  readonly #clockFile = join(this.folder, 'clock')

  private constructor(service: Service) {
    this.service = service
    service.logFile = join(this.folder, 'log')
    this.responses = new Responses(service.url)
    Object.assign(service.settings, {
      // A tenant that signs up could not send emails before its address is confirmed.
      ADMIN_EMAIL: this.#admin.email,
      ADMIN_PASSWORD: this.#admin.password,
      TENANT_NAME: 'Faults',
    })
  }

  static async make(): Promise<Site> {
    return new Site(await Service.make())
  }

  async start(): Promise<void> {
    await this.service.start()
    this.#client = await Client.logIn(this.service.url, this.#admin)
  }

  /** Begins a process in every such interval. @param faultSeconds during which none may be completed */
  startLoad(milliseconds: number, faultSeconds: number): Load {
    return Load.startSteadily(this.#client!, milliseconds, {
      lookMilliseconds: LOOK_MILLISECONDS,
      completionSeconds: COMPLETION_SECONDS + faultSeconds,
      mails: this.mailServer !== null,
      oneByOne: true,
    })
  }

  /** Stores the files of the service in a bucket. */
  async useBucket(): Promise<void> {
    if (this.bucket) return
    const bucket = await openS3()
    this.bucket = bucket
    this.cleanups.push(() => bucket.close())
    Object.assign(this.service.settings, { STORAGE_URL: bucket.getUrl('files'), ...s3Credentials })
  }

  /** Keeps the records of the service in the database of this server, behind a proxy. */
  async useDatabase(server: EmbeddedServer): Promise<void> {
    const proxy = await DatabaseProxy.open(server.url)
    Object.assign(this, { databaseServer: server, databaseProxy: proxy })
    this.cleanups.push(() => proxy.close())
    this.service.settings.DATABASE_URL = proxy.url
  }

  /** Has the service send its emails by a mail server. */
  async useMailServer(): Promise<void> {
    if (this.mailServer) return
    const mailServer = await openMailServer()
    this.mailServer = mailServer
    this.cleanups.push(() => mailServer.close())
    this.service.settings.SMTP_URL = mailServer.url
  }

  /** Has a time-stamping authority stamp all signatures. */
  async useStamper(): Promise<void> {
    if (this.stamper) return
    const stamper = await openStamper()
    this.stamper = stamper
    this.cleanups.push(() => stamper.close())
    this.service.settings.TSA_URL = stamper.url
  }

  /**
   * Lets `setClock` change the clock of the processes of the service, or of PostgreSQL, too: then that of the machine.
   * @throws when libfaketime is not installed
   */
  async useClock({ withDatabase = false } = {}): Promise<void> {
    if (!LIBFAKETIME)
      throw new Error('This needs libfaketime: install the package faketime of Debian or Ubuntu.')
    // PostgreSQL reads the file, too.
    this.openFolder()
    this.setClock(0)
    Object.assign(this.service.settings, {
      LD_PRELOAD: LIBFAKETIME,
      FAKETIME_TIMESTAMP_FILE: this.#clockFile,
      FAKETIME_CACHE_DURATION: '1',
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
      ...(withDatabase ? {} : { FAKETIME_SKIP_CMDS: 'postgres,initdb' }),
    })
  }

  /** How far the clock is ahead, in seconds. It takes effect within a second. */
  setClock(seconds: number): void {
    writeFileSync(this.#clockFile, `${seconds < 0 ? '-' : '+'}${Math.abs(seconds)}\n`)
  }

  /** Lets PostgreSQL, which runs as another account, reach what is in the folder. */
  openFolder(): string {
    chmodSync(this.folder, 0o711)
    return this.folder
  }

  readLog(): string {
    return readFileSync(this.service.logFile!, 'utf8')
  }

  /** Ends the service and everything around it, and removes its files. */
  async stop(): Promise<void> {
    await this.service.halt()
    for (const cleanUp of this.cleanups.toReversed()) await cleanUp()
    await this.service.stop()
    rmSync(this.folder, { recursive: true, force: true })
  }
}
