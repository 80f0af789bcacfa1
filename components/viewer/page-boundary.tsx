'use client'

import { Component, type ReactNode } from 'react'

interface PageBoundaryProps {
  /** The open file; another one lets the page be drawn again. */
  pdf: unknown
  children: ReactNode
  /** What is seen in place of a page that could not be drawn. */
  fallback: ReactNode
}

/**
 * Keeps an error of pdf.js to its page: a file that is closed while its page is drawn, as when the texts of another
 * language arrive, throws in the middle of React's work.
 */
export class PageBoundary extends Component<PageBoundaryProps, { hasFailed: boolean }> {
  override state = { hasFailed: false }

  static getDerivedStateFromError() {
    return { hasFailed: true }
  }

  override componentDidUpdate(previous: PageBoundaryProps) {
    if (this.state.hasFailed && previous.pdf !== this.props.pdf) this.setState({ hasFailed: false })
  }

  override render() {
    return this.state.hasFailed ? this.props.fallback : this.props.children
  }
}
