import { createElement } from 'react'
import { NoAccess, NotFound } from '#components/shell/missing-page.tsx'
import { pageWith } from '#lib/http/page'

/** Makes a page of the dashboard: `page(action, render)`; 403 and 404 are shown in its frame. */
export const page = pageWith({ 403: () => createElement(NoAccess), 404: () => createElement(NotFound) })
