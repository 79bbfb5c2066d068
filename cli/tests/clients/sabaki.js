// `@sabaki/gtp`, the controller of the editor Sabaki, lets two engines play NoGo and Gomoku against each other.
//
// usage: node sabaki.js STONEMASK, where @sabaki/gtp is found

const assert = require('assert')
const {Controller} = require('@sabaki/gtp')

async function ask(engine, name, ...args) {
  const response = await engine.sendCommand({name, args})
  assert(!response.error, `${name} ${args.join(' ')}: ${response.content}`)
  return response.content
}

async function game(words, seed) {
  const engines = [1, 2].map(side =>
    new Controller(process.argv[2], ['gtp', ...words, '--player', 'greedy', '--seed', `${seed + side}`]))
  engines.forEach(engine => engine.start())
  let plies = 0
  for (;; plies++) {
    const [colour, mover, other] = [['B', 'W'][plies % 2], engines[plies % 2], engines[1 - (plies % 2)]]
    if ((await ask(mover, 'gogui-rules_legal_moves')) === '') break
    const vertex = await ask(mover, 'genmove', colour)
    await ask(other, 'play', colour, vertex)
    const boards = await Promise.all(engines.map(engine => ask(engine, 'showboard')))
    assert.strictEqual(boards[0], boards[1])
    // A move that is played once more is refused.
    const again = await other.sendCommand({name: 'play', args: [colour, vertex]})
    assert(again.error && again.content.startsWith('illegal move'), again.content)
  }
  const results = await Promise.all(engines.map(engine => ask(engine, 'gogui-rules_final_result')))
  assert(results[0] === results[1] && ['black', 'white', 'draw'].includes(results[0]), `${results}`)
  await Promise.all(engines.map(engine => engine.stop()))
  console.log(`@sabaki/gtp: ${words.join(' ')}: ${plies} plies, ${results[0]}`)
}

// An analysis is told line by line, and ends when the next command comes.
async function analysis() {
  const engine = new Controller(process.argv[2], ['gtp', 'nogo'])
  engine.start()
  let lines = 0
  let next = null
  const response = await engine.sendCommand({name: 'lz-analyze', args: ['B', '10']}, ({line}) => {
    lines += line.startsWith('info move ')
    if (lines === 3 && next === null) {
      next = true
      engine.process.stdin.write('\n')
    }
  })
  assert(!response.error && lines >= 3, response.content)
  assert.strictEqual(await ask(engine, 'name'), 'stonemask')
  await engine.stop()
  console.log(`@sabaki/gtp: lz-analyze: ${lines} lines`)
}

async function main() {
  for (const seed of [10, 20, 30]) {
    await game(['nogo'], seed)
    await game(['gomoku', '--rule', 'renju'], seed)
    await game(['gomoku', '--rows', '19', '--columns', '19'], seed)
  }
  await analysis()
}

main().catch(error => {
  console.error(error)
  process.exit(1)
})
