import { createElement } from 'react'
import { NoAccess } from '#components/shell/no-access.tsx'
import { NotFound } from '#components/shell/not-found.tsx'
import { pageWith } from '#lib/http/page'

/** `page()` of the dashboard. */
export const page = pageWith({ 403: () => createElement(NoAccess), 404: () => createElement(NotFound) })
