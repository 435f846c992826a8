/** @type {import('tailwindcss').Config} */
export default {
  theme: { extend: { maxWidth: { shop: '80rem' } } },
}
