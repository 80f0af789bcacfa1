import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

const TIMEOUT_MILLISECONDS = 10_000

/** A reverse proxy: forwards each request to the next web process that accepts a connection. */
export class Balancer {
  readonly ports: number[] = []
  /** How many requests got no response because the connection to the web process was closed. */
  interrupted = 0
  readonly #server: Server = createServer((request, response) => void this.#forward(request, response))
  #next = 0

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  listen(): Promise<void> {
    return new Promise((resolve) => this.#server.listen(0, '127.0.0.1', resolve))
  }

  close(): Promise<void> {
    const closed = new Promise<void>((resolve) => this.#server.close(() => resolve()))
    this.#server.closeAllConnections()
    return closed
  }

  async #forward(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const socket = await this.#connect()
    if (!socket) return void outgoing.writeHead(502).end()
    const { method, url: path, headers } = incoming
    const forwarded = request({
      createConnection: () => socket,
      method,
      path,
      headers: { ...headers, connection: 'close' },
    })
    forwarded.on('response', (response) => {
      const { connection: _, ...headers } = response.headers
      outgoing.writeHead(response.statusCode ?? 502, headers)
      response.pipe(outgoing)
    })
    forwarded.on('error', () => {
      this.interrupted++
      outgoing.destroy()
    })
    incoming.pipe(forwarded)
  }

  /** Connects to the next web process that listens; waits while none does. Null after TIMEOUT_MILLISECONDS. */
  async #connect(): Promise<Socket | null> {
    for (const deadline = Date.now() + TIMEOUT_MILLISECONDS; Date.now() < deadline; await sleep(50)) {
      for (const _ of this.ports) {
        const socket = await tryConnect(this.ports[this.#next++ % this.ports.length]!)
        if (socket) return socket
      }
    }
    return null
  }
}

function tryConnect(port: number): Promise<Socket | null> {
  const socket = connect(port, '127.0.0.1')
  return new Promise((resolve) => {
    socket.once('connect', () => resolve(socket))
    socket.once('error', () => resolve(null))
  })
}
