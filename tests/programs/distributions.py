"""What policies and variational autoencoders take from tf.distributions: draws, densities, entropies, divergences."""


def build(tf):
    tf.set_random_seed(7)
    x = tf.placeholder(tf.float32, [None, 3], name="x")
    actions = tf.placeholder(tf.int32, [None], name="actions")
    with tf.variable_scope("policy"):
        w = tf.get_variable("w", initializer=[[0.5, -0.2, 0.1, 0.3], [0.1, 0.4, -0.3, 0.2], [-0.6, 0.2, 0.3, 0.1]])
        logits = tf.matmul(x, w)
        policy = tf.distributions.Categorical(logits=logits)
        tf.squeeze(policy.sample(1), axis=0, name="action")
        log_prob = policy.log_prob(actions)
        tf.identity(policy.mode(), name="best")
        loss = -tf.reduce_mean(log_prob) - 0.01 * tf.reduce_mean(policy.entropy(), name="entropy")
        tf.identity(loss, name="loss")
        old = tf.distributions.Categorical(logits=tf.stop_gradient(logits) + 0.1 * x[:, :1])
        tf.identity(tf.distributions.kl_divergence(old, policy), name="kl")
    tf.identity(tf.gradients(loss, w, name="policy_slopes")[0], name="policy_slope")
    with tf.variable_scope("gauss"):
        mean = tf.tanh(x)
        log_std = tf.get_variable("log_std", initializer=[-0.5, 0.0, 0.5])
        gauss = tf.distributions.Normal(mean, tf.exp(log_std), name="posterior")
        prior = tf.distributions.Normal(0.0, 1.0)
        tf.reduce_sum(gauss.kl_divergence(prior), axis=1, name="kl")
        tf.identity(gauss.sample(seed=3), name="draw")
        tf.identity(gauss.cdf(0.25), name="cdf")
        tf.identity(gauss.log_cdf(-40.0), name="log_cdf")
        tf.identity(gauss.stddev(), name="stddev")
        tf.identity(gauss.entropy(), name="entropy")
        likely = tf.reduce_sum(gauss.log_prob(x), name="likely")
    tf.identity(tf.gradients(likely, log_std, name="gauss_slopes")[0], name="gauss_slope")
    pixels = tf.distributions.Bernoulli(logits=x, dtype=tf.float32)
    tf.reduce_sum(pixels.log_prob(tf.cast(x > 0, tf.float32)), name="reconstruction")
    tf.identity(pixels.sample(), name="image")


FEEDS = {"x:0": [[1.0, 2.0, -1.0], [0.5, -0.5, 0.25]], "actions:0": [3, 1]}
DRAWS = ["policy/action:0", "gauss/draw:0", "Bernoulli/sample/Reshape:0"]
NAMES = "policy/best policy/loss policy/kl gauss/kl gauss/cdf gauss/log_cdf gauss/stddev gauss/entropy gauss/likely"
RUNS = [
    (["policy/w/Assign", "gauss/log_std/Assign"], {}),
    ([name + ":0" for name in [*NAMES.split(), "reconstruction", "policy_slope", "gauss_slope"]], FEEDS),
    (DRAWS, FEEDS),
]
