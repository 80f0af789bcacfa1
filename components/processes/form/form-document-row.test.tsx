import { renderToStaticMarkup } from 'react-dom/server'
import { IntlProvider } from 'use-intl'
import { expect, it } from 'vitest'
import en from '#messages/en/dashboard.json'
import { FormDocumentRow } from './form-document-row.tsx'

function render(error: string | undefined, count = 1): string {
  return renderToStaticMarkup(
    <IntlProvider locale="en" timeZone="UTC" messages={en}>
      <FormDocumentRow
        document={{ id: 4, name: 'Lease', pageCount: 2 }}
        index={0}
        count={count}
        storedDraft={null}
        error={error}
        takesFocus={error !== undefined}
        onMove={() => undefined}
        onTakeOut={() => undefined}
      />
    </IntlProvider>,
  )
}

it('says why the service refused the document, in an element that can have the focus', () => {
  expect(render('Document 4 is in another folder.')).toMatch(
    /<span role="alert" tabindex="-1"[^>]*>Document 4 is in another folder\.<\/span>/,
  )
  expect(render(undefined)).not.toContain('role="alert"')
})

it('keeps the focus on the button that moves it up when it has become the first', () => {
  const [button] = /<button[^>]*aria-label="Move Lease up"[^>]*>/.exec(render(undefined, 2)) ?? []
  expect(button).toContain('aria-disabled="true"')
  expect(button).not.toContain(' disabled')
})
