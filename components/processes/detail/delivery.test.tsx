import { renderToStaticMarkup } from 'react-dom/server'
import { IntlProvider } from 'use-intl'
import { describe, expect, it } from 'vitest'
import { PreferencesProvider } from '#components/ui/preferences.tsx'
import type { SignerRecord } from '#lib/processes/schema'
import en from '#messages/en/dashboard.json'
import { DeliveryText } from './delivery.tsx'

/** The text about a signer who was invited. */
function shown(
  signer: Pick<SignerRecord, 'delivery' | 'delivery_error'>,
  status: SignerRecord['status'] = 'notified',
): string {
  const known = { language: 'en', locale: 'en', timeZone: 'UTC', theme: 'system' } as const
  const html = renderToStaticMarkup(
    <PreferencesProvider known={known} serverTime={Date.now()}>
      <IntlProvider locale="en" timeZone="UTC" messages={en}>
        <DeliveryText signer={{ ...signer, status, delivery_error_detail: null } as SignerRecord} />
      </IntlProvider>
    </PreferencesProvider>,
  )
  return html.replace(/<[^>]+>/g, '')
}

const at = '2026-11-25T10:00:00Z'
const sent = { status: 'sent', at, error: null, error_detail: null } as const
const failed = { ...sent, status: 'failed', error: 'Responded with 400.' } as const

describe('an error of delivery', () => {
  it.each([
    ['email', 'The email could not be delivered: Responded with 400.'],
    ['sms', 'The text message could not be delivered: Responded with 400.'],
  ] as const)('is said to be that of the last message where it is: %s', (channel, text) => {
    const delivery = { ...failed, channel }
    expect(shown({ delivery, delivery_error: failed.error })).toBe(text)
    expect(shown({ delivery, delivery_error: null })).toBe(text)
  })

  it.each([
    ['is not known', null],
    ['is an email that was sent', { ...sent, channel: 'email' }],
    ['is a text message that was sent', { ...sent, channel: 'sms' }],
    ['is a text message that failed for another reason', { ...failed, channel: 'sms' }],
  ] as const)('is that of a message where the last one %s', (_, delivery) => {
    const text = 'A message could not be delivered: 550 No such user here'
    expect(shown({ delivery, delivery_error: '550 No such user here' })).toBe(text)
  })
})

it('of an email that is returned after the signer has signed, nothing is shown', () => {
  expect(shown({ delivery: { ...failed, channel: 'email' }, delivery_error: null }, 'signed')).toBe('')
})

it('without an error, the state of the last message and its time are shown', () => {
  const state = (delivery: SignerRecord['delivery']) => shown({ delivery, delivery_error: null })
  expect(state({ ...sent, channel: 'sms' })).toMatch(/^The provider accepted the text message Nov 25, 2026/)
  expect(state({ ...sent, channel: 'email', status: 'local' })).toMatch(/shown at \/mailbox · Nov 25, 2026/)
  expect(state(null)).toBe('')
})
