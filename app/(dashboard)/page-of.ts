import { createElement } from 'react'
import { NotAvailable } from '#components/shell/not-available'
import { pageWith } from '#lib/http/page'

/** `page()` of the dashboard. */
export const page = pageWith(() => createElement(NotAvailable))
