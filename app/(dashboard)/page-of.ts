import { createElement } from 'react'
import { NoAccess } from '#components/shell/no-access.tsx'
import { NotFound } from '#components/shell/not-found.tsx'
import { pageWith } from '#lib/http/page'

/** Makes a page of the dashboard: `page(action, render)`; 403 and 404 are shown in its frame. */
export const page = pageWith({ 403: () => createElement(NoAccess), 404: () => createElement(NotFound) })
