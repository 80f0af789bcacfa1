import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { SMTPServer } from 'smtp-server'

/** An SMTP server on this machine. */
export interface TestMailServer {
  url: string
  /** The code with which it refuses every email; null: it accepts them. */
  responseCode: number | null
  /** It accepts connections, and says nothing on them. */
  isSilent: boolean
  /** How long it takes for an email. */
  delayMilliseconds: number
  /** The recipients of the emails that it accepted. */
  recipients: string[]
  close(): void
}

export async function openMailServer(): Promise<TestMailServer> {
  const smtp = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    onConnect(_session, done) {
      if (!mailServer.isSilent) done()
    },
    onData(stream, session, done) {
      stream.resume().on('end', async () => {
        const { responseCode, delayMilliseconds, recipients } = mailServer
        await sleep(delayMilliseconds)
        if (responseCode) return done(Object.assign(new Error('refused'), { responseCode }))
        recipients.push(...session.envelope.rcptTo.map(({ address }) => address))
        done()
      })
    },
  })
  smtp.on('error', () => undefined)
  await new Promise<void>((resolve) => smtp.listen(0, '127.0.0.1', resolve))
  const { port } = smtp.server.address() as AddressInfo
  const mailServer: TestMailServer = {
    url: `smtp://127.0.0.1:${port}`,
    responseCode: null,
    isSilent: false,
    delayMilliseconds: 0,
    recipients: [],
    close: () => smtp.close(),
  }
  return mailServer
}
