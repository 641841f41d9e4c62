// A whole motion at evenly spaced places, with velocities and accelerations: what curves and the length of arrows need.

const SAMPLES = 144;
const SLICE = 8; // milliseconds after which finding them makes way for the next frame

/** Over the `input`, at the rate that it has by hand, or over the `time` of the motion laws; found bit by bit. */
class Samples {
  constructor(over) {
    this.over = over;
    this.ends = over === "time" ? [0, mover.duration] : sliderEnds(data.inputs[0]);
    this.places = Array.from({ length: SAMPLES + 1 }, (_, k) => this.ends[0] + ((this.ends[1] - this.ends[0]) * k) / SAMPLES);
    this.found = Array(SAMPLES + 1).fill(null);
    this.done = 0; // how many are found from the first on
  }

  get complete() {
    return this.done === this.places.length;
  }

  find(place) {
    if (this.over === "time") {
      const law = mover.lawAt(place);
      const { poses, derivative } = alongLaws(place, law);
      const { rates, accelerations } = law;
      return { poses, rates, inputAccelerations: accelerations, ...ratesAt(poses, rates, accelerations, derivative) };
    }
    const { poses, derivative } = mover.atInput(place);
    const [rates, inputAccelerations] = [[data.inputs[0].handRate], [0]];
    return { poses, rates, inputAccelerations, ...ratesAt(poses, rates, inputAccelerations, derivative) };
  }

  /** One of them, found if it has not been. */
  at(k) {
    this.found[k] ??= this.find(this.places[k]);
    return this.found[k];
  }

  /** Find more of them, for some milliseconds at most. */
  fill(milliseconds) {
    const end = performance.now() + milliseconds;
    while (!this.complete && performance.now() < end) this.at(this.done++);
  }
}

const samples = {}; // by what they are over; they are dropped when the mode or the rate changes

function samplesOver(over) {
  samples[over] ??= new Samples(over);
  return samples[over];
}

function dropSamples(...kinds) {
  for (const kind of kinds) delete samples[kind];
}
