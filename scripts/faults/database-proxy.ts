import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { join } from 'node:path'

/** The address of a database that leads to one server or another, as a proxy before a cluster gives it. */
export class DatabaseProxy {
  readonly #server = createServer((client) => this.#forward(client))
  readonly #clients = new Set<Socket>()
  #target: URL | null = null

  static async open(serverUrl: string): Promise<DatabaseProxy> {
    const proxy = new DatabaseProxy()
    proxy.leadTo(serverUrl)
    proxy.#server.listen(0, '127.0.0.1')
    await once(proxy.#server, 'listening')
    return proxy
  }

  /** The URL of the database for the server it leads to. */
  get url(): string {
    const { username, password, pathname } = this.#target!
    const { port } = this.#server.address() as AddressInfo
    return `postgres://${username}:${password}@127.0.0.1:${port}${pathname}`
  }

  /** @param serverUrl of an embedded server */
  leadTo(serverUrl: string): void {
    this.#target = new URL(serverUrl)
  }

  /** Ends all connections, and every new one, until it leads to a server again. */
  cut(): void {
    this.#target = null
    for (const client of this.#clients) client.destroy()
  }

  async close(): Promise<void> {
    this.cut()
    this.#server.close()
    await once(this.#server, 'close')
  }

  #forward(client: Socket): void {
    client.on('error', () => {})
    if (!this.#target) return void client.destroy()
    this.#clients.add(client)
    const server = connect(join(decodeURIComponent(this.#target.hostname), '.s.PGSQL.5432'))
    server.on('error', () => client.destroy())
    server.on('close', () => client.destroy())
    client.on('close', () => {
      this.#clients.delete(client)
      server.destroy()
    })
    client.pipe(server).pipe(client)
  }
}
