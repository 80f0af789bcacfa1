import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { SMTPServer } from 'smtp-server'

/** An SMTP server on this machine. */
export interface TestMailServer {
  url: string
  /** The code with which it refuses `refusedCommand`; null: it accepts every email. */
  responseCode: number | null
  /** What it says after the code. */
  responseText: string
  /** `CONN`: the connection itself, instead of a greeting. `EHLO` and `HELO` are refused with a code of the library. */
  refusedCommand: 'CONN' | 'EHLO' | 'AUTH' | 'MAIL FROM' | 'RCPT TO' | 'DATA'
  /** It accepts connections, and says nothing on them. */
  isSilent: boolean
  /** How long it takes for an email. */
  delayMilliseconds: number
  /** The recipients of the emails that it accepted. */
  recipients: string[]
  close(): void
}

export async function openMailServer(): Promise<TestMailServer> {
  const getRefusal = (command: TestMailServer['refusedCommand']) => {
    const { responseCode, responseText, refusedCommand } = mailServer
    return responseCode && refusedCommand === command
      ? Object.assign(new Error(responseText), { responseCode })
      : null
  }
  const smtp = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    authOptional: true,
    allowInsecureAuth: true,
    onConnect(session, done) {
      if (getRefusal('EHLO')) Object.assign(session, { disabledCommands: ['EHLO', 'HELO'] })
      if (!mailServer.isSilent) done(getRefusal('CONN'))
    },
    onAuth({ username: user }, _session, done) {
      const refusal = getRefusal('AUTH')
      return refusal ? done(refusal) : done(null, { user })
    },
    onMailFrom: (_address, _session, done) => done(getRefusal('MAIL FROM')),
    onRcptTo: (_address, _session, done) => done(getRefusal('RCPT TO')),
    onData(stream, session, done) {
      stream.resume().on('end', async () => {
        const { delayMilliseconds, recipients } = mailServer
        await sleep(delayMilliseconds)
        const refusal = getRefusal('DATA')
        if (refusal) return done(refusal)
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
    responseText: 'refused',
    refusedCommand: 'DATA',
    isSilent: false,
    delayMilliseconds: 0,
    recipients: [],
    close: () => smtp.close(),
  }
  return mailServer
}
