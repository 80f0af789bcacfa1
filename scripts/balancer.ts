import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

const TIMEOUT_MILLISECONDS = 10_000

/** Hands each request to the next web process that takes a connection, as a reverse proxy would. */
export class Balancer {
  readonly ports: number[] = []
  /** Requests whose connection was closed before the response. */
  cut = 0
  readonly #server: Server = createServer((request, answer) => void this.#forward(request, answer))
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

  async #forward(asked: IncomingMessage, answer: ServerResponse): Promise<void> {
    const socket = await this.#connection()
    if (!socket) return void answer.writeHead(502).end()
    const { method, url: path, headers } = asked
    const forwarding = request({
      createConnection: () => socket,
      method,
      path,
      headers: { ...headers, connection: 'close' },
    })
    forwarding.on('response', (response) => {
      const { connection: _, ...headers } = response.headers
      answer.writeHead(response.statusCode ?? 502, headers)
      response.pipe(answer)
    })
    forwarding.on('error', () => {
      this.cut++
      answer.destroy()
    })
    asked.pipe(forwarding)
  }

  /** To one that listens: none may, for a moment. */
  async #connection(): Promise<Socket | null> {
    for (const deadline = Date.now() + TIMEOUT_MILLISECONDS; Date.now() < deadline; await sleep(50)) {
      for (const _ of this.ports) {
        const socket = await connected(this.ports[this.#next++ % this.ports.length]!)
        if (socket) return socket
      }
    }
    return null
  }
}

function connected(port: number): Promise<Socket | null> {
  const socket = connect(port, '127.0.0.1')
  return new Promise((resolve) => {
    socket.once('connect', () => resolve(socket))
    socket.once('error', () => resolve(null))
  })
}
