export const carouselTexts = {
  previous: (name: string) => `Previous: ${name}`,
  next: (name: string) => `Next: ${name}`,
  pause: 'Stop the banners',
  play: 'Start the banners',
}
