// Searches INDEX (index.js): one entry for each section of each page. All words must occur; titles count more.
function search(index, query) {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  if (!words.length) return [];
  return index
    .map((entry) => {
      const title = entry.title.toLowerCase(), text = entry.text.toLowerCase();
      let score = 0;
      for (const word of words) {
        if (!title.includes(word) && !text.includes(word)) return null;
        score += (title.includes(word) ? 10 : 0) + Math.min(5, text.split(word).length - 1);
      }
      return { ...entry, score };
    })
    .filter(Boolean)
    .sort((a, b) => b.score - a.score)
    .slice(0, 12);
}

function excerpt(text, query) {
  const at = Math.max(0, text.toLowerCase().indexOf(query.toLowerCase().split(/\s+/)[0]) - 40);
  return text.slice(at, at + 140);
}

function show(field, list) {
  list.replaceChildren(
    ...search(INDEX, field.value).map((entry) => {
      const item = document.createElement('li'), link = document.createElement('a'), text = document.createElement('small');
      link.href = entry.place;
      link.textContent = entry.title;
      text.textContent = excerpt(entry.text, field.value);
      item.append(link, text);
      return item;
    })
  );
}

if (typeof document !== 'undefined') {
  const field = document.getElementById('search');
  field.addEventListener('input', () => show(field, document.getElementById('found')));
} else {
  module.exports = { search };
}
