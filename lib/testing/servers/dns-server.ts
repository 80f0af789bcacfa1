import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'

const HEADER_BYTES = 12
const [TXT, IN] = [16, 1]
const NO_SUCH_NAME = 3
const FAILURE = 2

/** A DNS server on this machine that knows TXT records (RFC 1035). */
export interface TestDnsServer {
  /** Its address for `setServers`. */
  address: string
  records: Map<string, string[]>
  /** It answers that it cannot say. */
  isFailing: boolean
  /** Nothing is answered before all of these names were asked for. */
  awaitedNames: Set<string>
  close(): void
}

export async function openDnsServer(): Promise<TestDnsServer> {
  const socket = createSocket('udp4')
  const server: TestDnsServer = {
    address: '',
    records: new Map(),
    isFailing: false,
    awaitedNames: new Set(),
    close: () => socket.close(),
  }
  let held: (() => void)[] = []
  socket.on('message', (query, peer) => {
    server.awaitedNames.delete(readName(query))
    held.push(() => socket.send(answer(server, query), peer.port, peer.address))
    if (server.awaitedNames.size > 0) return
    for (const send of held) send()
    held = []
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  server.address = `127.0.0.1:${(socket.address() as AddressInfo).port}`
  return server
}

/** The name that a query asks for. */
function readName(query: Buffer): string {
  const labels: string[] = []
  let at = HEADER_BYTES
  while (query[at]) {
    labels.push(query.toString('latin1', at + 1, at + 1 + query[at]!))
    at += 1 + query[at]!
  }
  return labels.join('.').toLowerCase()
}

function answer({ records, isFailing }: TestDnsServer, query: Buffer): Buffer {
  const name = readName(query)
  const texts = records.get(name)
  // Each label has a byte of its length, and the name one byte at its end; type and class follow.
  const question = query.subarray(HEADER_BYTES, HEADER_BYTES + name.length + 2 + 4)
  const header = Buffer.alloc(HEADER_BYTES)
  query.copy(header, 0, 0, 2)
  const code = isFailing ? FAILURE : texts ? 0 : NO_SUCH_NAME
  header.writeUInt16BE(0x8180 | code, 2)
  header.writeUInt16BE(1, 4)
  const found = code === 0 ? (texts ?? []) : []
  header.writeUInt16BE(found.length, 6)
  return Buffer.concat([header, question, ...found.map(txtRecord)])
}

/** A record with the name of the question, in strings of at most 255 bytes (3.3.14). */
function txtRecord(text: string): Buffer {
  const strings = text.match(/.{1,255}/gs) ?? ['']
  const data = Buffer.concat(
    strings.map((part) => Buffer.from([part.length, ...Buffer.from(part, 'latin1')])),
  )
  const head = Buffer.alloc(12)
  head.writeUInt16BE(0xc000 | HEADER_BYTES, 0)
  head.writeUInt16BE(TXT, 2)
  head.writeUInt16BE(IN, 4)
  head.writeUInt16BE(data.length, 10)
  return Buffer.concat([head, data])
}
