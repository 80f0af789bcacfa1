import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import type { SignatureKind } from '#lib/core/signature-kinds'
import en from '#messages/en/signing.json'
import { signing } from '../fixtures.ts'
import { type SigningSession, SigningSessionContext } from '../session/context.ts'
import { DrawMark } from './draw-mark.tsx'

it.each<[SignatureKind[], keyof typeof en]>([
  [['drawn', 'typed', 'uploaded'], 'drawKeyboard'],
  [['drawn', 'uploaded'], 'drawKeyboardUpload'],
  [['drawn'], 'drawKeyboardNone'],
])('with %j who cannot draw is told of a way that there is', (signature_kinds, text) => {
  const page = signing([])
  const session = { signing: { ...page, process: { ...page.process, signature_kinds } }, t: en }
  const html = renderToStaticMarkup(
    <SigningSessionContext value={session as unknown as SigningSession}>
      <DrawMark kind="signature" onChange={() => {}} onSubmit={() => {}} />
    </SigningSessionContext>,
  )
  expect(html).toContain(en[text])
})
