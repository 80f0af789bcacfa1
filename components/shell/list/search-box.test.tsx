import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { SearchBox } from '#components/shell/list/search-box.tsx'
import { SearchedSelect } from '#components/shell/list/searched-select.tsx'

it('takes no longer text than the list searches for, which would show all records', () => {
  expect(renderToStaticMarkup(<SearchBox label="Search" value="" onChange={() => {}} />)).toContain(
    'maxLength="200"',
  )
  expect(
    renderToStaticMarkup(<SearchedSelect searchLabel="Search" search="" onSearch={() => {}} hasMore />),
  ).toContain('maxLength="200"')
})
