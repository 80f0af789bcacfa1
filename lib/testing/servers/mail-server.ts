import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'

/** An SMTP server on this machine. */
export interface TestMailServer {
  url: string
  /** The code with which it refuses every email; null: it accepts them. */
  responseCode: number | null
  close(): void
}

export async function openMailServer(): Promise<TestMailServer> {
  const smtp = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    onData(stream, _session, done) {
      stream.resume().on('end', () => {
        const { responseCode } = mailServer
        done(responseCode ? Object.assign(new Error('refused'), { responseCode }) : null)
      })
    },
  })
  smtp.on('error', () => undefined)
  await new Promise<void>((resolve) => smtp.listen(0, '127.0.0.1', resolve))
  const { port } = smtp.server.address() as AddressInfo
  const mailServer: TestMailServer = {
    url: `smtp://127.0.0.1:${port}`,
    responseCode: null,
    close: () => smtp.close(),
  }
  return mailServer
}
