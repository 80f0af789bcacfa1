import { env } from '#lib/core/env'
import { toSmsProvider } from '#lib/core/sms-provider'
import { openReceiver, type Receiver } from './receiver.ts'

/** An SMS provider on this machine; the service sends text messages to it until it is closed. */
export async function openSmsServer(): Promise<Receiver> {
  const receiver = await openReceiver()
  env().sms = toSmsProvider({
    SMS_URL: receiver.url,
    SMS_METHOD: 'POST',
    SMS_HEADERS: { Authorization: 'Bearer {secret}' },
    SMS_BODY: { to: '{to}', message: { text: '{text}' } },
    SMS_SECRET: 'sms-secret-7',
  })
  return {
    ...receiver,
    close: async () => {
      env().sms = null
      await receiver.close()
    },
  }
}

/** The code in the last text message. */
export function findSmsCode({ received }: Receiver): string {
  const message = received.at(-1)?.payload as unknown as { message: { text: string } }
  return /^\d{6}/.exec(message.message.text)?.[0] ?? ''
}
