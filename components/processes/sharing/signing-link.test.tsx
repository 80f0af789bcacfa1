import { renderToStaticMarkup } from 'react-dom/server'
import { IntlProvider } from 'use-intl'
import { expect, it, vi } from 'vitest'
import type { ProcessRecord, SignerRecord } from '#lib/processes/schema'
import en from '#messages/en/dashboard.json'
import { SigningLinkDialog } from './signing-link.tsx'

vi.mock('#components/ui/lazy/dialog.tsx', () => ({
  Dialog: ({ description }: { description: string }) => description,
}))

it.each([
  ['as the process, which asks for a code', null, true, true],
  ['as the process, which asks for none', null, false, false],
  ['exempted from the code of the process', 'none', true, false],
  ['with a code of their own', 'sms', false, true],
] as const)('says whether the link alone is enough to sign: %s', (_case, otp, enable_otp, asksForCode) => {
  const html = renderToStaticMarkup(
    <IntlProvider locale="en" timeZone="UTC" messages={en}>
      <SigningLinkDialog
        open
        onOpenChange={() => {}}
        process={{ options: { enable_otp } } as ProcessRecord}
        signer={{ name: 'Ada', otp } as SignerRecord}
      />
    </IntlProvider>,
  )
  expect(html).toContain(
    asksForCode ? 'who also confirms a code' : 'Anyone who has this link can sign as Ada',
  )
})
