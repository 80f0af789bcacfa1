import type { AddressInfo } from 'node:net'
import { createServer, type Socket } from 'node:net'

/** An IMAP server on this machine (RFC 9051, what a client needs that reads one mailbox) with one user. */
export interface TestMailbox {
  url: string
  /** The messages in the order in which they came; the UID of the first is 1. */
  messages: { source: string; isSeen: boolean }[]
  close(): void
}

const [USER, PASSWORD] = ['returned', 'a password: long']

export async function openMailbox(): Promise<TestMailbox> {
  const messages: TestMailbox['messages'] = []
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {}).on('close', () => sockets.delete(socket))
    socket.write('* OK [CAPABILITY IMAP4rev1] ready\r\n')
    let rest = ''
    socket.on('data', (bytes) => {
      const lines = (rest + bytes.toString()).split('\r\n')
      rest = lines.pop()!
      for (const line of lines) socket.write(respond(messages, line))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `imap://${USER}:${encodeURIComponent(PASSWORD)}@127.0.0.1:${port}/INBOX`,
    messages,
    close: () => {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}

/** The response to one command. */
function respond(messages: TestMailbox['messages'], line: string): string {
  const [, tag, command, text = ''] = /^(\S+) ((?:UID )?\S+) ?(.*)$/.exec(line)!
  const end = (status: string, ...untagged: string[]) =>
    [...untagged.map((response) => `* ${response}`), `${tag} ${status}`, ''].join('\r\n')
  const uid = Number(/^\d+/.exec(text)?.[0])
  const message = messages[uid - 1]
  switch (command!.toUpperCase()) {
    case 'LOGIN':
      return end(text === `"${USER}" "${PASSWORD}"` || text === `${USER} "${PASSWORD}"` ? 'OK' : 'NO wrong')
    case 'CAPABILITY':
      return end('OK', 'CAPABILITY IMAP4rev1')
    case 'LIST':
      return end('OK', 'LIST () "/" INBOX')
    case 'SELECT':
      return end(
        'OK [READ-WRITE] selected',
        'FLAGS (\\Seen)',
        `${messages.length} EXISTS`,
        'OK [UIDVALIDITY 1]',
      )
    case 'UID SEARCH': {
      const unseen = messages.flatMap(({ isSeen }, index) => (isSeen ? [] : [index + 1]))
      return end('OK', ['SEARCH', ...unseen].join(' '))
    }
    case 'UID FETCH': {
      const { source } = message!
      const part = /<0\.(\d+)>/.exec(text) ? 'BODY[]<0>' : 'BODY[]'
      return end('OK', `${uid} FETCH (UID ${uid} ${part} {${Buffer.byteLength(source)}}\r\n${source})`)
    }
    case 'UID STORE':
      message!.isSeen = true
      return end('OK', `${uid} FETCH (UID ${uid} FLAGS (\\Seen))`)
    case 'LOGOUT':
      return end('OK', 'BYE')
    default:
      return end('OK')
  }
}
