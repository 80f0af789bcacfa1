import { createElement } from 'react'
import { NoAccess, NotFound } from '#components/shell/missing-page.tsx'
import { makePage } from '#lib/http/page'

/** Makes a page of the dashboard: `page(action, render)`; 403 and 404 are shown in its frame. */
export const page = makePage({
  403: (code) => createElement(NoAccess, { code }),
  404: () => createElement(NotFound),
})
