import {
  Body,
  Button,
  Container,
  Head,
  Heading,
  Html,
  Link,
  Preview,
  Section,
  Text,
} from '@react-email/components'
import { Fragment, createElement as h, type ReactElement } from 'react'
import { isRightToLeftLocale, type SignerLocale } from '#lib/core/locales'
import { signerEmailTexts } from '#lib/messages/emails'
import type { EmailBody } from './email-body.ts'
import { letterheadLogo } from './logo.ts'
import { darkClasses, quoteLine, styleSheet, styles } from './styles.ts'

/**
 * The layout of all emails. Written without JSX, so that Node runs it unchanged. React escapes all text; colours are
 * inline for email clients without style sheets, and in a style sheet for dark mode.
 */
export function layout(email: EmailBody): ReactElement {
  const { language, letterhead, heading, body, after, footer } = email
  return h(
    Html,
    { lang: language, dir: getDirection(language) },
    h(
      Head,
      null,
      h('meta', { name: 'viewport', content: 'width=device-width' }),
      h('meta', { name: 'color-scheme', content: 'light dark' }),
      h('meta', { name: 'supported-color-schemes', content: 'light dark' }),
      h('title', null, email.subject),
      h('style', null, styleSheet),
    ),
    h(Preview, null, body),
    h(
      Body,
      { className: darkClasses.canvas, style: styles.canvas },
      h(
        Container,
        { className: `${darkClasses.card} card`, style: styles.card },
        email.logo
          ? letterheadLogo(email.logo, letterhead)
          : h(Text, { className: darkClasses.ink, style: styles.letterhead }, letterhead),
        h(Section, { className: darkClasses.rule, style: styles.rule }),
        email.test &&
          h(Text, { className: darkClasses.warn, style: styles.test }, signerEmailTexts[language].test),
        h(Heading, { as: 'h1', className: darkClasses.ink, style: styles.heading }, heading),
        h(Text, { className: darkClasses.ink, style: styles.text }, body),
        ...parts(email),
        after && h(Text, { className: darkClasses.soft, style: styles.small }, after),
      ),
      h(
        Container,
        { style: styles.foot },
        h(Text, { className: darkClasses.faint, style: styles.why }, footer),
      ),
    ),
  )
}

function getDirection(language: SignerLocale): 'ltr' | 'rtl' {
  return isRightToLeftLocale(language) ? 'rtl' : 'ltr'
}

function parts({ language, code, quote, facts = [], action, color }: EmailBody) {
  // White text is readable on every colour that a tenant may choose, also in dark mode.
  const button = color
    ? { className: 'button', style: { ...styles.button, backgroundColor: color, color: '#ffffff' } }
    : { className: `${darkClasses.button} button`, style: styles.button }
  return [
    code && h(Text, { key: 'code', className: darkClasses.ink, style: styles.code }, code),
    quote &&
      h(
        Section,
        {
          key: 'quote',
          className: darkClasses.well,
          style: { ...styles.quote, ...quoteLine[getDirection(language)] },
        },
        h(Text, { className: darkClasses.faint, style: styles.label }, quote.label),
        h(
          Text,
          { className: darkClasses.ink, style: styles.quoted, dir: 'auto' },
          ...withLineBreaks(quote.lines),
        ),
      ),
    ...facts.map(({ label, value }) =>
      h(
        Text,
        { key: label, className: darkClasses.ink, style: styles.fact },
        h('span', { className: darkClasses.faint, style: styles.factLabel }, label),
        h('br'),
        h('bdi', null, value),
      ),
    ),
    action &&
      h(
        Fragment,
        { key: 'action' },
        h(Section, { style: styles.action }, h(Button, { href: action.href, ...button }, action.label)),
        h(
          Text,
          { className: darkClasses.faint, style: styles.bare },
          signerEmailTexts[language].bareLink,
          h('br'),
          h(
            Link,
            { href: action.href, dir: 'ltr', className: darkClasses.link, style: styles.link },
            action.href,
          ),
        ),
      ),
  ]
}

function withLineBreaks(lines: string[]) {
  return lines.flatMap((line, index) => (index === 0 ? [line] : [h('br', { key: index }), line]))
}
