import { createElement } from 'react'
import { NotAvailable } from '#components/shell/not-available.tsx'
import { NotFound } from '#components/shell/not-found.tsx'
import { pageWith } from '#lib/http/page'

/** `page()` of the dashboard. */
export const page = pageWith({ 403: () => createElement(NotAvailable), 404: () => createElement(NotFound) })
