import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it, vi } from 'vitest'
import { ApiError } from '#components/api/client.ts'
import { getSigningTexts } from '#lib/messages/signing'
import { ActionBar } from './action-bar.tsx'
import { signing } from './fixtures.ts'
import { formatError } from './notice.tsx'
import { type SigningSession, SigningSessionContext } from './session/context.ts'
import { emptyInput } from './session/steps.ts'

vi.mock('./help/more-menu.tsx', () => ({ MoreMenu: () => null }))

const t = getSigningTexts('en')
const hasChanged = 'The document has changed since you opened it.'

it.each([
  ['changed', 'signer', () => {}, [true, true]],
  ['changed', 'viewer', () => {}, [true, false]],
  ['are the same', 'signer', null, [false, false]],
] as const)(
  'says above the bar whether the documents have changed: they %s, to a %s',
  (_, role, onChangeClosed, said) => {
    const session = {
      signing: signing([], { role }),
      input: emptyInput,
      draft: { status: 'saved', notice: null },
      ...{ t, token: 'token', steps: [], open: new Set(), filled: new Set(), current: null },
    } as unknown as SigningSession
    const bar = renderToStaticMarkup(
      <SigningSessionContext value={session}>
        <ActionBar
          viewControls={null}
          onChangeClosed={onChangeClosed}
          onFinish={() => {}}
          onHelp={() => {}}
        />
      </SigningSessionContext>,
    )
    expect([hasChanged, 'Your input is kept.'].map((text) => bar.includes(text))).toEqual(said)
  },
)

it('says the same where the service refuses to sign them', () => {
  const error = { code: 'invalid_state', message: 'No.', reason: 'documents_changed' }
  expect(formatError(new ApiError(409, { error }, null), t)).toContain(hasChanged)
})
