import { quoted } from '#lib/texts/quoted.ts'

/** What an editor is told about a refused Markdown file. */
export const contentReasons = {
  fileName:
    'The name of the file becomes the address: write it in lower-case letters a–z, digits and single dashes, such as our-story.md.',
  nameTooLong: (most: number) => `The name of the file is longer than ${most} characters.`,
  reserved: (id: string) =>
    `The address /${id} is a screen of the shop itself. Give the file another name.`,
  noFile: 'This is not an ordinary file. Put the file itself into the folder.',
  tooLarge: (most: number) => `The text has more than ${most} characters.`,
  absent: 'The file must begin with a line of three dashes (---), and the title below it.',
  open: 'The three dashes that end the part with the title are missing.',
  line: 'This line cannot be read. Write a name, a colon and a text, such as title: About us.',
  twice: 'This name appears twice.',
  unknown: (name: string) =>
    `The name ${name} is not known. A file has title, description, date and formerly.`,
  missing: (name: string) => `The ${name} is missing.`,
  fieldTooLong: (name: string, most: number) => `The ${name} is longer than ${most} characters.`,
  date: (text: string) =>
    `The date is ${quoted(text)}. Write it as year-month-day, such as 2026-11-05.`,
  formerly: (text: string) =>
    `The addresses under formerly are ${quoted(text)}. Write at most ten, separated by commas, such as soft-rotis, rotis.`,
  empty: 'There is no text below the title.',
}
