import { expect, it } from 'vitest'
import { isHtml } from './decode.ts'

it.each([
  ['<!DOCTYPE html><p>a', true],
  ['\ufeff \n<HTML lang="en">', true],
  ['<?xml version="1.0"?>\n<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Strict//EN">', true],
  ['<!-- a --><!-- b -->\n<body>', true],
  ['<h2>Contract</h2>', true],
  ['<table><tr>', true],
  ['<?xml version="1.0"?><svg>', false],
  ['<svg xmlns="http://www.w3.org/2000/svg">', false],
  ['<pages>', false],
  ['<!-- without an end', false],
  ['From: a <html> text', false],
  ['', false],
])('isHtml(%j) is %s', (text, expected) => {
  expect(isHtml(new TextEncoder().encode(text))).toBe(expected)
})

it('recognizes HTML in UTF-16 with a byte order mark', () => {
  expect(isHtml(Buffer.from('\ufeff<html>', 'utf16le'))).toBe(true)
})
