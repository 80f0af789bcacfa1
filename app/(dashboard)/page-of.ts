import { createElement } from 'react'
import { NotAvailable } from '#components/shell/not-available'
import { NotFound } from '#components/shell/not-found'
import { pageWith } from '#lib/http/page'

/** `page()` of the dashboard. */
export const page = pageWith({ 403: () => createElement(NotAvailable), 404: () => createElement(NotFound) })
