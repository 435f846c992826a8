// Scripts that stand in a page itself, since what they show must not flicker. The server lets exactly
// these texts run (publish/our-scripts.ts, H1).

/** A published page does not know the location, but the cookie does: `locationLabel` again. */
export const SHOW_LOCATION =
  "try{const place=decodeURIComponent(RegExp('(?:^|; )'+(location.protocol=='https:'?'__Host-':'')+" +
  "'location=([^;]+)').exec(document.cookie)[1]);" +
  "document.currentScript.parentNode.querySelector('b').textContent=" +
  "place.length>15?place.slice(0,15)+'...':place}catch{}"

/** The columns that this browser has chosen for lists. */
export const SHOW_COLUMNS =
  'try{document.currentScript.parentNode.dataset.view=localStorage.view||2}catch{}'
